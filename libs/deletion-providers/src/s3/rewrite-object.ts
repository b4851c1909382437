import type { S3Client } from '@aws-sdk/client-s3';
import { SlotsBusyError, type FairSlots } from '@lethe/resilience';
import type { RowCounts } from './row-counts.js';
import { UnreadableError } from './unreadable-error.js';
import {
  actionOf,
  chunksOf,
  ObjectReader,
  type ObjectName,
  type OpenObject,
} from './object-reader.js';
import { keptAttributes, ObjectUpload } from './object-upload.js';
import type { ObjectLocks } from './object-locks.js';
import type { Unseen } from './pass-progress.js';
import { S3Fault, type S3FaultKind } from './s3-faults.js';
import type { ObjectKind } from './threads/object-task.js';
import type { ObjectThreads, ThreadWork } from './threads/object-threads.js';
import { kindOf, peekHead } from './unpack.js';
import type { UserSet } from './user-set.js';

/**
 * The time limit of an object with lines is `LEAST_MS` plus 1 ms for each `LEAST_BYTES_A_MS` bytes,
 * and at most `MOST_MS`.
 */
const LEAST_MS = 10 * 60_000;
const LEAST_BYTES_A_MS = 256;
const MOST_MS = 24 * 3_600_000;
/** Milliseconds that an object waits for a slot: half of a worker's time limit for a call. */
const WAIT_MS = 30 * 60_000;
const PART_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

/** Faults of services that do not support tags. */
const MAY_LACK_TAGS: ReadonlySet<S3FaultKind> = new Set(['unsupported', 'invalid']);

export interface ObjectWork {
  readonly client: S3Client;
  readonly parquet: ObjectThreads;
  readonly lines: ObjectThreads;
  /** Slots for opening objects and reading lines. There are as many slots as threads for lines. */
  readonly places: FairSlots;
  readonly workspaceId: string;
  readonly users: UserSet;
  readonly locks: ObjectLocks;
  /** Collects attributes that Lethe could not read and that rewritten objects can have lost. */
  readonly unseen: Set<Unseen>;
  /** Path of the userId; dots separate the names of nested objects. */
  readonly field: string;
  readonly signal: AbortSignal;
  /** Awaited before each call that writes. Waits until Lethe is allowed to call the destination. */
  readonly beforeCall: () => Promise<void>;
}

/**
 * Removes the rows of users from one object. Lethe first reads the object to count these rows. If
 * the object contains such rows, Lethe reads it again and rewrites it. The new object has the
 * headers, tags, locks and metadata of the old object, but no checksums in its metadata. It is
 * written only if no other client has changed the object since the first read.
 *
 * @param isToWrite if false, the rows are only counted
 * @throws UnreadableError, TableFoundError, S3Fault; the signal's reason
 */
export async function rewriteObject(
  work: ObjectWork,
  name: ObjectName,
  isToWrite: boolean,
): Promise<RowCounts> {
  const reader = new ObjectReader(work.client);
  const done = await withSlot(work, () => rewriteLines(work, reader, name, isToWrite));
  return 'parquet' in done ? done.parquet() : done;
}

/** @throws S3Fault of kind `queue` if no slot becomes free within `WAIT_MS` */
async function withSlot<T>(
  { places, workspaceId, signal }: ObjectWork,
  act: () => Promise<T>,
): Promise<T> {
  const waiting = new AbortController();
  const timer = setTimeout(() => {
    waiting.abort();
  }, WAIT_MS);
  try {
    return await places.with(workspaceId, AbortSignal.any([signal, waiting.signal]), () => {
      clearTimeout(timer);
      return act();
    });
  } catch (error) {
    signal.throwIfAborted();
    if (waiting.signal.aborted || error instanceof SlotsBusyError) {
      throw new S3Fault('queue', 's3:GetObject', error);
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @returns the counts; for Parquet, a function that returns the counts. The caller must not hold
 *   the slot then, because Parquet has separate threads with a separate queue
 */
async function rewriteLines(
  work: ObjectWork,
  reader: ObjectReader,
  name: ObjectName,
  isToWrite: boolean,
): Promise<RowCounts | { readonly parquet: () => Promise<RowCounts> }> {
  const opened = await reader.open(name, work.signal);
  const budget = new AbortController();
  const timer = setTimeout(
    () => {
      budget.abort();
    },
    Math.min(LEAST_MS + opened.size / LEAST_BYTES_A_MS, MOST_MS),
  );
  const signal = AbortSignal.any([work.signal, budget.signal]);
  try {
    const rewrite = new ObjectRewrite({ ...work, signal }, reader, name, opened);
    const counts = await rewrite.lines(isToWrite);
    if (counts !== undefined) return counts;
    const parquet = new ObjectRewrite(work, reader, name, opened);
    return { parquet: () => parquet.parquet(isToWrite) };
  } catch (error) {
    work.signal.throwIfAborted();
    if (budget.signal.aborted) throw new UnreadableError('takes too long to read');
    throw error;
  } finally {
    clearTimeout(timer);
    opened.body.destroy();
  }
}

type Produce = (write: (chunk: Buffer) => Promise<void>) => Promise<void>;

class ObjectRewrite {
  constructor(
    private readonly work: ObjectWork,
    private readonly reader: ObjectReader,
    private readonly name: ObjectName,
    private readonly opened: OpenObject,
  ) {}

  /** @returns undefined if the object is Parquet */
  async lines(isToWrite: boolean): Promise<RowCounts | undefined> {
    const { head, all } = await peekHead(this.chunks(this.opened));
    const kind = kindOf(head);
    if (kind === 'encrypted-parquet') throw new UnreadableError('is encrypted Parquet');
    if (kind === 'parquet') return undefined;
    const task = this.task(kind === 'gzip' ? 'gzip' : 'lines');
    const counts = await this.work.lines.run({ ...task, next: nextOf(all) });
    if (counts.removed > 0 && isToWrite) await this.writeLines(task);
    return counts;
  }

  private async writeLines(task: ThreadTask): Promise<void> {
    const { work, name, opened } = this;
    const again = await this.reader.open(name, work.signal, opened.etag);
    const chunks = this.chunks(again);
    await this.replace(async (write) => {
      await work.lines.run({ ...task, next: nextOf(chunks), write });
    }).finally(() => again.body.destroy());
  }

  async parquet(isToWrite: boolean): Promise<RowCounts> {
    const { reader, name, opened, work } = this;
    const task = {
      ...this.task('parquet'),
      read: (start: number, end: number, signal: AbortSignal) =>
        reader.range(name, opened.etag, [start, end], signal),
    };
    const seen = await work.parquet.run(task);
    if (seen.removed === 0 || !isToWrite) return seen;
    await this.replace(async (write) => {
      await work.parquet.run({ ...task, write });
    });
    return seen;
  }

  private task(kind: ObjectKind): ThreadTask {
    const { workspaceId, field, users, signal } = this.work;
    const { key } = this.name;
    return { kind, workspaceId, key, size: this.opened.size, field, users, signal };
  }

  /**
   * Rewrites the object. Replaces a fault of kind `gone` by `changed`, so that the object is read
   * again. The object existed at the first read, and the next read shows whether it was deleted.
   */
  private async replace(produce: Produce): Promise<void> {
    try {
      await this.write(produce);
    } catch (error) {
      if (!(error instanceof S3Fault) || error.kind !== 'gone') throw error;
      throw new S3Fault('changed', error.action, error.cause);
    }
  }

  /**
   * Reads the tags. A service that does not support tags causes a fault of kind `unsupported` or
   * `invalid`. After `denied`, the object can have tags, so this function throws the error.
   */
  private async tags(): Promise<readonly (readonly [string, string])[]> {
    const { work, name, opened } = this;
    try {
      return await this.reader.tags(name, work.signal);
    } catch (error) {
      const hasTags = (opened.answer.TagCount ?? 0) > 0;
      if (hasTags || !(error instanceof S3Fault) || !MAY_LACK_TAGS.has(error.kind)) throw error;
      if (error.kind === 'invalid') work.unseen.add('tags');
      return [];
    }
  }

  private async write(produce: Produce): Promise<void> {
    const { work, name, opened } = this;
    const { answer } = opened;
    const tags = await this.tags();
    const locks = await work.locks.of(name, answer, work.signal);
    if (locks === undefined) work.unseen.add('locks');
    const upload = new ObjectUpload(
      work.client,
      { Bucket: name.bucket, Key: name.key },
      opened.etag,
      keptAttributes({ ...answer, ...locks }, tags),
      opened.size,
      work,
    );
    try {
      await produce((chunk) => upload.write(chunk));
      await upload.finish();
    } catch (error) {
      await upload.abort();
      throw error;
    }
  }

  /**
   * Reads a large object in several requests, because S3 would close a connection that waits while
   * Lethe uploads a part.
   */
  private chunks(opened: OpenObject): AsyncGenerator<Buffer> {
    if (opened.size <= PART_BYTES) {
      return chunksOf(opened.body, actionOf(this.name), this.work.signal);
    }
    opened.body.destroy();
    return this.parts(opened);
  }

  private async *parts({ size, etag }: OpenObject): AsyncGenerator<Buffer> {
    for (let start = 0; start < size; start += PART_BYTES) {
      const range = [start, Math.min(start + PART_BYTES, size)] as const;
      yield await this.reader.range(this.name, etag, range, this.work.signal);
    }
  }
}

type ThreadTask = Omit<ThreadWork, 'read' | 'next' | 'write'>;

/** @returns a function that returns the next piece of up to 1 MiB, and an empty piece at the end */
function nextOf(chunks: AsyncGenerator<Buffer>): () => Promise<Uint8Array> {
  let remaining: Uint8Array = new Uint8Array(0);
  return async () => {
    while (remaining.length === 0) {
      const next = await chunks.next();
      if (next.done === true) return new Uint8Array(0);
      remaining = next.value;
    }
    const piece = remaining.subarray(0, PIECE_BYTES);
    remaining = remaining.subarray(PIECE_BYTES);
    return piece;
  };
}
