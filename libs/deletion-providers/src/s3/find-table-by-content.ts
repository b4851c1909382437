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

export interface TableSearch {
  readonly client: S3Client;
  readonly settings: S3Settings;
  readonly parquet: ObjectThreads;
  readonly workspaceId: string;
  readonly signal: AbortSignal;
  /**
   * Waits until the rate limit of the destination allows the next call. Awaited once for each
   * object.
   */
  readonly beforeCall: () => Promise<void>;
  /**
   * Returns whether the pass still has to process an object. If not, an earlier attempt has already
   * read the footer of the object.
   */
  readonly isAhead: (key: string) => boolean;
}

/**
 * Objects whose content can show that they belong to a table. They are read before the first write.
 */
export interface Candidates {
  readonly parquet: ListedObject[];
  readonly manifests: ListedObject[];
}

/** Number of concurrent reads of 64 KiB. A thread reads the rest of a larger footer. */
const AT_ONCE = 8;
/** Bytes of the first read of a footer. Most footers are smaller, and need only this request. */
const TAIL_BYTES = 64 * 1024;
const MANIFEST_BYTES = 64 * 1024;
/** After this many failed reads in a row, the search stops, because S3 has a problem. */
const MOST_FAILURES = 3;

/**
 * Searches for signs of a table in the first bytes of manifests, and then in the footers of Parquet
 * files. Skips unreadable objects, because the pass later reports them and never writes them.
 *
 * @throws S3Fault if the reads of several objects in a row fail, or if no thread becomes free; the
 *   signal's reason; errors of `beforeCall`
 */
export async function findTableByContent(
  search: TableSearch,
  { manifests, parquet }: Candidates,
): Promise<Table | undefined> {
  const reader = new ObjectReader(search.client);
  const { bucket } = search.settings;
  let failures = 0;
  let found: Table | undefined;
  const check = async (
    { key }: ListedObject,
    signOf: () => Promise<TableSign | undefined>,
  ): Promise<boolean> => {
    await search.beforeCall();
    search.signal.throwIfAborted();
    try {
      const sign = await signOf();
      failures = 0;
      if (sign !== undefined) found ??= { ...sign, key };
    } catch (error) {
      search.signal.throwIfAborted();
      if (error instanceof UnreadableError) return true;
      if (!(error instanceof S3Fault)) throw error;
      const isFailure = error.kind === 'failed' || error.kind === 'outage';
      failures = isFailure ? failures + 1 : 0;
      if (error.kind === 'queue' || failures >= MOST_FAILURES) throw error;
    }
    return found === undefined;
  };
  const read = (key: string, start: number, end: number, signal: AbortSignal) =>
    reader.range({ bucket, key }, undefined, [start, end], signal);

  await forEachConcurrently(manifests, AT_ONCE, (object) =>
    check(object, async () => {
      const end = Math.min(object.size, MANIFEST_BYTES);
      return signOfManifest((await read(object.key, 0, end, search.signal)).toString('latin1'));
    }),
  );
  if (found !== undefined) return found;
  await forEachConcurrently(parquet, AT_ONCE, (object) =>
    check(object, async () => {
      const { key, size } = object;
      const from = Math.max(0, size - TAIL_BYTES);
      // Reads the tail before it occupies a thread, so that no thread waits for the network.
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
