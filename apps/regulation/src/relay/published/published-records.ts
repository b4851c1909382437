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

/** Identifies a published state of a user. */
export interface PublishedStateId {
  readonly workspaceId: string;
  readonly userId: string;
  /** Generation of the database that the state was published from. */
  readonly generation: string;
  /** Number of the newest change in the state. */
  readonly number: string;
  /**
   * Time of the newest change in the state: microseconds since the epoch, a 64-bit number in
   * decimal.
   */
  readonly micros: string;
}

/** A user's state as it was published. */
export interface PublishedState extends PublishedStateId {
  /** Where the user is suppressed, `*` for everywhere; none on a tombstone. */
  readonly sources: readonly string[];
  /** The state says "everywhere" because the actual sources are too many for one record. */
  readonly isOversized: boolean;
}

const STATE_ID = new RegExp(`^(${UUID_PATTERN})\\.(\\d{1,19})\\.(\\d{1,19})$`);

/** @returns undefined for a record that is not of `suppressions` */
export function readStateId({ key, headers }: ReceivedRecord): PublishedStateId | undefined {
  const [, generation, number, micros] = STATE_ID.exec(headers.ce_id ?? '') ?? [];
  const colon = key?.indexOf(':') ?? -1; // ids of workspaces hold none
  if (!key || colon < 1 || !generation || !number || !micros) return undefined;
  const place = { workspaceId: key.slice(0, colon), userId: key.slice(colon + 1) };
  return { ...place, generation, number, micros };
}

/** @returns undefined for a record that is not of `suppressions` */
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

/** @returns undefined for a record that is not of `revocations`; null for a secret that works again */
export function readRevocation({ key, value }: ReceivedRecord): Revocation | null | undefined {
  if (key === null || !/^[0-9a-f]{64}$/.test(key)) return undefined;
  if (value === null) return null;
  const told = read(secretRevokedSchema, value);
  return told && { hash: key, ...told };
}

interface Schema<T> {
  safeParse(value: unknown): { data?: T | undefined };
}

function read<T>(schema: Schema<T>, value: Buffer | null): T | undefined {
  return schema.safeParse(jsonOf(value)).data;
}
