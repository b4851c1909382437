import { LetheError } from '@lethe/contracts';
import type { LookUps } from '../ask-database.js';
import { hasSealedValue } from '../secrets/config-secrets.js';
import { openCredential } from '../secrets/credential-secrets.js';
import type { SecretBox } from '../secrets/secret-box.js';
import type { CatalogDestination } from '../tables/catalog-records.js';
import { toCatalogDestination, type DestinationRow } from '../tables/destination-row.js';

/** All data for a test run at one destination. It contains decrypted secrets. */
export interface TestTarget {
  readonly destination: CatalogDestination;
  readonly transformation?: {
    readonly id: string;
    readonly name: string;
    readonly code: string;
    /** The current version; absent for unsaved code. */
    readonly version?: number;
  };
  /** Modules that transformations of the workspace import by name. */
  readonly libraries: readonly { readonly name: string; readonly code: string }[];
  /** Values that `getCredential(key)` returns. */
  readonly credentials: Readonly<Record<string, string>>;
  /**
   * Time of the last change of the workspace before this data was read, see
   * `CatalogReader.savedAt`. Absent if the target is not saved.
   */
  readonly savedAt?: string;
}

interface TargetRow extends DestinationRow {
  readonly transformation: { id: string; name: string; code: string; version: number } | null;
  readonly libraries: { name: string; code: string }[] | null;
  readonly credentials: { key: string; value: string }[] | null;
  readonly saved_at: Date | null;
}

/**
 * Reads the destination `$2` and the transformation `$3`. If `$3` is null, reads the transformation
 * of the destination. It is one statement, so that all data belongs to the same moment. Libraries
 * and credentials are read only if there is a transformation, or if the caller can run unsaved code
 * (`$4`).
 */
const QUERY = `
  select d.*, d.xmin::text as row_version,
    case when t.id is not null
      then jsonb_build_object('id', t.id, 'name', t.name, 'code', t.code, 'version', t.version)
    end as transformation,
    case when t.id is not null or $4 then (
      select jsonb_agg(jsonb_build_object('name', l.name, 'code', l.code) order by l.name)
      from catalog.transformation_libraries l where l.workspace_id = w.workspace_id
    ) end as libraries,
    case when t.id is not null or $4 then (
      select jsonb_agg(jsonb_build_object('key', c.key, 'value', c.value))
      from catalog.credentials c where c.workspace_id = w.workspace_id
    ) end as credentials,
    (select changed_at from catalog.configuration_changes c where c.workspace_id = $1) as saved_at
  from (select $1::text collate "C" as workspace_id) w
  left join catalog.destinations d on d.workspace_id = w.workspace_id and d.id = $2
  left join catalog.transformations t
    on t.workspace_id = w.workspace_id and t.id = coalesce($3, d.transformation_id)`;

/** Used when a transformation is tested without a destination. */
const NO_DESTINATION: CatalogDestination = {
  ...{ id: '', workspaceId: '', name: '', type: '', enabled: true, connectionMode: 'cloud' },
  ...{ config: {}, createdAt: new Date(0), updatedAt: new Date(0), version: '' },
};

/** @returns whether the target has a destination; if not, the id of `destination` is empty */
export function hasDestination({ destination }: TestTarget): boolean {
  return destination.id !== '';
}

/**
 * Returns a target for a destination that is not saved. The target has no configuration, so no
 * value is treated as a stored secret.
 *
 * @param id an id that no destination has
 */
export function unsavedTarget(workspaceId: string, id: string, type: string): TestTarget {
  const destination = { ...NO_DESTINATION, id, workspaceId, type };
  return { destination, libraries: [], credentials: {} };
}

/**
 * Resources with which a transformation is tested, see `CatalogReader.findTransformationTarget`.
 * The code can be unsaved.
 */
export interface TransformationContext {
  readonly transformationId?: string | undefined;
  readonly destinationId?: string | undefined;
}

/**
 * @param runsUnsaved whether the caller can run unsaved code; then libraries and credentials are
 *   always read
 * @returns `undefined` if the transformation or destination does not exist
 */
export async function readTestTarget(
  database: LookUps,
  box: SecretBox | undefined,
  workspaceId: string,
  { transformationId, destinationId }: TransformationContext,
  runsUnsaved: boolean,
): Promise<TestTarget | undefined> {
  const [row] = await database.query<TargetRow>(QUERY, [
    ...[workspaceId, destinationId ?? null, transformationId ?? null, runsUnsaved],
  ]);
  if (row === undefined) return undefined;
  if (transformationId !== undefined && row.transformation === null) return undefined;
  if (destinationId === undefined) return targetOf(row, NO_DESTINATION, workspaceId, box);
  const { id } = row as { readonly id: string | null };
  return id === null ? undefined : targetOf(row, toCatalogDestination(row, box), workspaceId, box);
}

function targetOf(
  row: Pick<TargetRow, 'transformation' | 'libraries' | 'credentials' | 'saved_at'>,
  destination: CatalogDestination,
  workspaceId: string,
  box: SecretBox | undefined,
): TestTarget {
  const credentials = Object.fromEntries(
    (row.credentials ?? []).map(({ key, value }) => [
      key,
      openCredential(value, { workspaceId, key }, box),
    ]),
  );
  if (hasSealedValue(destination.config) || hasSealedValue(credentials)) throw unreadable();
  return {
    destination,
    ...(row.transformation === null ? {} : { transformation: row.transformation }),
    libraries: row.libraries ?? [],
    credentials: credentials as Readonly<Record<string, string>>,
    ...(row.saved_at === null ? {} : { savedAt: row.saved_at.toISOString() }),
  };
}

/**
 * @returns whether the target is at least as new as `since`; false for a missing target, because
 *   its age is unknown
 */
export function isSavedSince(target: TestTarget | undefined, since: string | undefined): boolean {
  return since === undefined || (target?.savedAt !== undefined && target.savedAt >= since);
}

/**
 * @returns number of characters in the parts that can be large, plus a constant for all smaller
 *   parts
 */
export function weighTestTarget(target: TestTarget): number {
  const { destination, transformation, libraries, credentials } = target;
  const texts = [
    JSON.stringify(destination.config),
    transformation?.code ?? '',
    ...libraries.map(({ code }) => code),
    ...Object.values(credentials),
  ];
  return texts.reduce((sum, text) => sum + text.length, 1_000);
}

function unreadable(): LetheError {
  return new LetheError('unavailable', {
    message:
      'The stored secrets of this destination cannot be decrypted: LETHE_SECRET_KEY is missing or wrong. Tell the operator of Lethe.',
  });
}
