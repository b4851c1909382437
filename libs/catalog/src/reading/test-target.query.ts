import { LetheError } from '@lethe/contracts';
import type { LookUps } from '../ask-database.js';
import { hasSealedValue } from '../secrets/config-secrets.js';
import { openCredential } from '../secrets/credential-secrets.js';
import type { SecretBox } from '../secrets/secret-box.js';
import type { CatalogDestination } from '../tables/catalog-records.js';
import { toCatalogDestination, type DestinationRow } from '../tables/destination-row.js';

/** Everything that a test run at one destination needs. Holds secrets in plain. */
export interface TestTarget {
  /** The destination; the secrets of its configuration are in plain. */
  readonly destination: CatalogDestination;
  /** The user transformation that is connected to it. */
  readonly transformation?: {
    readonly id: string;
    readonly name: string;
    readonly code: string;
    /** Which of its versions it is at; absent for code that is not saved. */
    readonly version?: number;
  };
  /** Modules that transformations of the workspace import by name. */
  readonly libraries: readonly { readonly name: string; readonly code: string }[];
  /** Values that `getCredential(key)` returns in the user's code. */
  readonly credentials: Readonly<Record<string, string>>;
  /** When the workspace last changed before all this was read, as `CatalogReader.savedAt`; absent for what is not saved. */
  readonly savedAt?: string;
}

interface TargetRow extends DestinationRow {
  readonly transformation: { id: string; name: string; code: string; version: number } | null;
  readonly libraries: { name: string; code: string }[] | null;
  readonly credentials: { key: string; value: string }[] | null;
  readonly saved_at: Date | null;
}

/**
 * The destination `$2`, where one is asked for, and the transformation `$3` or that of the destination; all in one statement, so that it is of
 * the same moment. Libraries and credentials are of no use without a transformation, so they come only with one, or with code that is not saved (`$4`).
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

/** In a test of a transformation alone. */
const NO_DESTINATION: CatalogDestination = {
  ...{ id: '', workspaceId: '', name: '', type: '', enabled: true, connectionMode: 'cloud' },
  ...{ config: {}, createdAt: new Date(0), updatedAt: new Date(0), version: '' },
};

/** @returns whether the target has a destination: its id is empty where it has none */
export function hasDestination({ destination }: TestTarget): boolean {
  return destination.id !== '';
}

/**
 * A target that is not in the catalog: without a transformation, and without its configuration, so that nothing of it counts as stored.
 *
 * @param id one that no destination has
 */
export function unsavedTarget(workspaceId: string, id: string, type: string): TestTarget {
  const destination = { ...NO_DESTINATION, id, workspaceId, type };
  return { destination, libraries: [], credentials: {} };
}

/** What code runs on, that may not be saved: see `CatalogReader.findTransformationTarget`. */
export interface TransformationPlace {
  readonly transformationId?: string | undefined;
  readonly destinationId?: string | undefined;
}

/**
 * @param runsUnsaved whether code may run there that is not saved
 * @returns `undefined` where what is named is not there
 */
export async function readTestTarget(
  database: LookUps,
  box: SecretBox | undefined,
  workspaceId: string,
  { transformationId, destinationId }: TransformationPlace,
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

/** @returns whether it is of no earlier time. Of what is not there nobody knows of when it is */
export function isSavedSince(target: TestTarget | undefined, since: string | undefined): boolean {
  return since === undefined || (target?.savedAt !== undefined && target.savedAt >= since);
}

/** @returns number of characters of the parts that can be long */
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
      'The stored secrets of this destination cannot be opened: LETHE_SECRET_KEY is missing or another one. Tell whoever runs this service.',
  });
}
