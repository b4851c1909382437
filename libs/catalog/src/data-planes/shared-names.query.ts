import type { LookUps } from '../ask-database.js';

/**
 * A write key of several sources in a namespace, or an id that exists in several workspaces of the
 * namespace.
 */
export interface SharedName {
  readonly namespaceId: string;
  readonly kind: 'write key' | 'source' | 'destination' | 'transformation' | 'library';
  /**
   * If the name is a write key, `owners` has the sources with this key, as `<workspace>/<source>`.
   * The configuration of the namespace contains only the first of these sources. If the name is an
   * id, `owners` has the workspaces with this id. The configuration contains the resources of all
   * these workspaces.
   */
  readonly owners: readonly string[];
  /** Absent for a write key, because write keys must not be shown. */
  readonly id?: string;
}

/**
 * The configuration of a namespace contains only the oldest source with a shared write key. If
 * sources are equally old, it contains the first one by workspace and id.
 */
const PRECEDENCE = 's.created_at, s.workspace_id, s.id';

const SHADOWED = `
  select workspace_id as "workspaceId", id from (
    select s.workspace_id, s.id,
      row_number() over (partition by s.write_key order by ${PRECEDENCE}) as place
    from catalog.sources s join catalog.namespace_workspaces n using (workspace_id)
    where n.namespace_id = $1
  ) as ranked where place > 1 order by workspace_id, id`;

/**
 * Reads the sources that the configuration of the namespace omits, because another source with the
 * same write key comes first in `PRECEDENCE`.
 *
 * @returns workspace id → source ids
 */
export async function readShadowedSources(
  database: LookUps,
  namespaceId: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database.query<{ workspaceId: string; id: string }>(SHADOWED, [namespaceId]);
  const shadowed = new Map<string, string[]>();
  for (const { workspaceId, id } of rows) {
    const ids = shadowed.get(workspaceId);
    if (ids === undefined) shadowed.set(workspaceId, [id]);
    else ids.push(id);
  }
  return shadowed;
}

const idsOf = (kind: string, table: string): string => `
  select n.namespace_id, '${kind}', t.id, array_agg(t.workspace_id order by t.workspace_id)
  from catalog.${table} t join catalog.namespace_workspaces n using (workspace_id)
  group by n.namespace_id, t.id having count(*) > 1`;

const SHARED = `
  select n.namespace_id as "namespaceId", 'write key' as kind, null as id,
    array_agg(s.workspace_id || '/' || s.id order by ${PRECEDENCE}) as owners
  from catalog.sources s join catalog.namespace_workspaces n using (workspace_id)
  group by n.namespace_id, s.write_key having count(*) > 1
  union all ${idsOf('source', 'sources')}
  union all ${idsOf('destination', 'destinations')}
  union all ${idsOf('transformation', 'transformations')}
  union all ${idsOf('library', 'transformation_libraries')}
  order by "namespaceId", kind desc, owners, id`;

/** @returns the shared write keys and the shared ids of each namespace */
export async function listSharedNames(database: LookUps): Promise<SharedName[]> {
  const rows = await database.query<Omit<SharedName, 'id'> & { readonly id: string | null }>(
    SHARED,
  );
  return rows.map(({ id, ...shared }) => (id === null ? shared : { ...shared, id }));
}
