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
import { kindOf, look } from './unpack.js';
import type { UserSet } from './user-set.js';

/** Milliseconds for an object: at least so much, and so many bytes a second. */
const LEAST_MS = 10 * 60_000;
const LEAST_BYTES_A_MS = 256;
const MOST_MS = 24 * 3_600_000;
/** Milliseconds that an object waits for a place: half of what a worker waits for a call. */
const WAIT_MS = 30 * 60_000;
const PART_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

/** What services answer that have no tags. */
const MAY_LACK_TAGS: ReadonlySet<S3FaultKind> = new Set(['unsupported', 'invalid']);

/** What is needed to look into objects. */
export interface ObjectWork {
  readonly client: S3Client;
  readonly parquet: ObjectThreads;
  readonly lines: ObjectThreads;
  /** For opening objects, and for those of lines: as many as there are threads for these. */
  readonly places: FairSlots;
  readonly workspaceId: string;
  readonly users: UserSet;
  readonly locks: ObjectLocks;
  /** What objects that were rewritten may have had: it is added here where it cannot be seen. */
  readonly unseen: Set<Unseen>;
  /** Name of the userId; dots lead into nested ones. */
  readonly field: string;
  readonly signal: AbortSignal;
  /** Waits for the destination's turn, before each call that writes. */
  readonly beforeCall: () => Promise<void>;
}

/**
 * Removes the rows of users from one object. It is read once to count them, and again to write it
 * without them where there are any. What takes its place keeps its headers, metadata and tags, and is
 * written only if the object is still the one that was read.
 *
 * @param isToWrite otherwise rows are only counted
 * @throws UnreadableError, TableFoundError, S3Fault; the signal's reason
 */
export async function rewriteObject(
  work: ObjectWork,
  name: ObjectName,
  isToWrite: boolean,
): Promise<RowCounts> {
  const reader = new ObjectReader(work.client);
  const done = await inPlace(work, () => rewriteLines(work, reader, name, isToWrite));
  return 'parquet' in done ? done.parquet() : done;
}

/** @throws S3Fault where there is no place for too long */
async function inPlace<T>(
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

/** @returns for Parquet, which has places of its own, how to go on */
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
    if (budget.signal.aborted) throw new UnreadableError('takes too long to be read');
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

  /** @returns undefined for Parquet, which is read in parts */
  async lines(isToWrite: boolean): Promise<RowCounts | undefined> {
    const { head, all } = await look(this.chunks(this.opened));
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

  /** It was there when it was read: if it is gone, that is seen when it is read again. */
  private async replace(produce: Produce): Promise<void> {
    try {
      await this.write(produce);
    } catch (error) {
      if (!(error instanceof S3Fault) || error.kind !== 'gone') throw error;
      throw new S3Fault('changed', error.action, error.cause);
    }
  }

  /** A service without tags says so; who is denied them, on the other hand, may have them. */
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

  /** A large object is read in parts: a connection that waits for an upload is soon closed. */
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

/** @returns a function that gives the chunks in pieces, each copied to a thread, and in the end an empty one */
function nextOf(chunks: AsyncGenerator<Buffer>): () => Promise<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0);
  return async () => {
    while (rest.length === 0) {
      const next = await chunks.next();
      if (next.done === true) return new Uint8Array(0);
      rest = next.value;
    }
    const piece = rest.subarray(0, PIECE_BYTES);
    rest = rest.subarray(PIECE_BYTES);
    return piece;
  };
}
