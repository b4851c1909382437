import type { ObjectThreads } from './threads/object-threads.js';
import type { S3Settings } from './s3-settings.js';
import type { S3Client } from '@aws-sdk/client-s3';
import { forEachConcurrently } from './for-each-concurrently.js';
import type { ListedObject } from './bucket-lists.js';
import { UnreadableError } from './unreadable-error.js';
import { ObjectReader } from './object-reader.js';
import { S3Fault } from './s3-faults.js';
import type { Table } from './table-found-error.js';
import { signOfManifest, type TableSign } from './table-signs.js';

/** What is needed to look for tables. */
export interface TableSearch {
  readonly client: S3Client;
  readonly settings: S3Settings;
  readonly parquet: ObjectThreads;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  /** Waits for the destination's turn, before each object that is read. */
  readonly beforeCall: () => Promise<void>;
  /** Whether an object is still to be worked on: the footers of others were read by an earlier attempt. */
  readonly isAhead: (key: string) => boolean;
}

/** Objects whose content is looked at before the first write. */
export interface Candidates {
  readonly parquet: ListedObject[];
  readonly manifests: ListedObject[];
}

/** Objects that are read at once: 64 KiB each. What a larger footer takes is read by its thread. */
const AT_ONCE = 8;
/** Most footers are smaller, and are read with one request. */
const TAIL_BYTES = 64 * 1024;
const MANIFEST_BYTES = 64 * 1024;
/** So many objects in a row that S3 has trouble with are the trouble of all. */
const MOST_TROUBLE = 3;

/**
 * Looks for signs of a table in what objects hold: heads of manifests, then footers of Parquet files. An
 * object that cannot be read is passed over: the pass names it when its turn comes, and never writes it.
 *
 * @throws S3Fault where S3 has trouble with several in a row; the signal's reason; what `beforeCall` throws
 */
export async function findTableByContent(
  search: TableSearch,
  { manifests, parquet }: Candidates,
): Promise<Table | undefined> {
  const reader = new ObjectReader(search.client);
  const { bucket } = search.settings;
  let trouble = 0;
  let found: Table | undefined;
  const look = async (
    { key }: ListedObject,
    signOf: () => Promise<TableSign | undefined>,
  ): Promise<boolean> => {
    await search.beforeCall();
    search.signal.throwIfAborted();
    try {
      const sign = await signOf();
      trouble = 0;
      if (sign !== undefined) found ??= { ...sign, key };
    } catch (error) {
      search.signal.throwIfAborted();
      if (error instanceof UnreadableError) return true;
      if (!(error instanceof S3Fault)) throw error;
      const isTrouble = error.kind === 'failed' || error.kind === 'outage';
      trouble = isTrouble ? trouble + 1 : 0;
      if (error.kind === 'queue' || trouble >= MOST_TROUBLE) throw error;
    }
    return found === undefined;
  };
  const read = (key: string, start: number, end: number, signal: AbortSignal) =>
    reader.range({ bucket, key }, undefined, [start, end], signal);

  await forEachConcurrently(manifests, AT_ONCE, (object) =>
    look(object, async () => {
      const end = Math.min(object.size, MANIFEST_BYTES);
      return signOfManifest((await read(object.key, 0, end, search.signal)).toString('latin1'));
    }),
  );
  if (found !== undefined) return found;
  await forEachConcurrently(parquet, AT_ONCE, (object) =>
    look(object, async () => {
      const { key, size } = object;
      const from = Math.max(0, size - TAIL_BYTES);
      // Read ahead, as a thread should not wait for it.
      const tail = await read(key, from, size, search.signal);
      return search.parquet.signOf({
        kind: 'parquet',
        ...{ workspaceId: search.workspaceId, key, size, signal: search.signal },
        read: async (start, end, signal) =>
          start >= from ? tail.subarray(start - from, end - from) : read(key, start, end, signal),
      });
    }),
  );
  return found;
}
