import {
  deletionJobRequestedSchema,
  jsonOf,
  regulationLifecycleSchema,
  secretRevokedSchema,
  suppressionStateSchema,
  UUID_PATTERN,
} from '@lethe/contracts';
import type { ReceivedRecord } from '@lethe/messaging';
import type { Revocation } from '@lethe/catalog';

export interface PublishedStateId {
  readonly workspaceId: string;
  readonly userId: string;
  /** Generation of the database from which the state was published. */
  readonly generation: string;
  /** Number of the newest change in the state. */
  readonly number: string;
  /**
   * Time of the newest change in the state, in microseconds since 1970. It is a 64-bit number in
   * decimal.
   */
  readonly micros: string;
}

export interface PublishedState extends PublishedStateId {
  /**
   * The sources at which the user is suppressed. `*` stands for all sources. A tombstone has none.
   */
  readonly sources: readonly string[];
  /** Whether the state says "everywhere" only because the sources are too many for one record. */
  readonly isOversized: boolean;
}

const STATE_ID = new RegExp(`^(${UUID_PATTERN})\\.(\\d{1,19})\\.(\\d{1,19})$`);

/** @returns undefined for a record that does not belong to `suppressions` */
export function readStateId({ key, headers }: ReceivedRecord): PublishedStateId | undefined {
  const [, generation, number, micros] = STATE_ID.exec(headers.ce_id ?? '') ?? [];
  const colon = key?.indexOf(':') ?? -1; // ids of workspaces contain no colon
  if (!key || colon < 1 || !generation || !number || !micros) return undefined;
  const user = { workspaceId: key.slice(0, colon), userId: key.slice(colon + 1) };
  return { ...user, generation, number, micros };
}

/** @returns undefined for a record that does not belong to `suppressions` */
export function readState(record: ReceivedRecord): PublishedState | undefined {
  const id = readStateId(record);
  const sources = record.value === null ? [] : readSources(record.value);
  return id && sources && { ...id, sources, isOversized: record.headers.ce_oversized === 'true' };
}

function readSources(value: Buffer): string[] | undefined {
  const suppressed = read(suppressionStateSchema, value)?.suppressed;
  if (suppressed === undefined) return undefined;
  return [...(suppressed.allSources ? ['*'] : []), ...suppressed.sourceIds];
}

/** @returns undefined for a record that is not of `lifecycle` */
export function readFact({ value }: ReceivedRecord) {
  return read(regulationLifecycleSchema, value);
}

/** @returns undefined for a record that is not of `deletions` */
export function readDeletionJob({ value }: ReceivedRecord) {
  return read(deletionJobRequestedSchema, value);
}

/** @returns undefined for a record that is not of `revocations`; null if the secret is valid */
export function readRevocation({ key, value }: ReceivedRecord): Revocation | null | undefined {
  if (key === null || !/^[0-9a-f]{64}$/.test(key)) return undefined;
  if (value === null) return null;
  const revocation = read(secretRevokedSchema, value);
  return revocation && { hash: key, ...revocation };
}

interface Schema<T> {
  safeParse(value: unknown): { data?: T | undefined };
}

function read<T>(schema: Schema<T>, value: Buffer | null): T | undefined {
  return schema.safeParse(jsonOf(value)).data;
}
