import { createRequire } from 'node:module';
import { MessageChannel } from 'node:worker_threads';
import { ThreadEndedError, TimedThreads } from '@lethe/sandbox';
import type { RowCounts } from '../row-counts.js';
import { UnreadableError } from '../unreadable-error.js';
import { S3Fault } from '../s3-faults.js';
import { TableFoundError } from '../table-found-error.js';
import type { TableSign } from '../table-signs.js';
import type { UserSet } from '../user-set.js';
import type {
  ObjectKind,
  ObjectReply,
  ObjectRequest,
  ObjectResult,
  ObjectTask,
  RowsTask,
} from './object-task.js';

/** Data that a thread needs to read the footer of an object. */
export interface ThreadFile {
  readonly kind: ObjectKind;
  readonly workspaceId: string;
  readonly key: string;
  readonly size: number;
  /** Reads a part of a Parquet object. The signal aborts when the time of the thread is over. */
  readonly read?: (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;
  /** Returns the next bytes of an object with lines; returns no bytes at the end of the object. */
  readonly next?: () => Promise<Uint8Array>;
  readonly signal: AbortSignal;
}

/** Data that a thread needs to count rows in an object, or to rewrite the object. */
export interface ThreadWork extends ThreadFile {
  readonly field: string;
  readonly users: UserSet;
  /** Receives the rewritten object. If undefined, the rows are only counted. */
  readonly write?: (bytes: Buffer) => Promise<void>;
}

export interface ObjectThreadsOptions {
  readonly threads: number;
  /** Maximum MiB of a thread's heap. Buffers are not included. */
  readonly memoryMib: number;
  /**
   * Maximum milliseconds of work for one object, without the time that the thread waits for S3. The
   * default is 15 minutes.
   */
  readonly timeLimitMs?: number;
  /**
   * Maximum milliseconds that one object can occupy a thread, including the time that the thread
   * waits for S3. Without a value, only the caller's signal limits the time.
   */
  readonly slotMs?: number;
}

/**
 * Threads for Parquet. With pages of 60 MiB, a process with one thread uses 613 MiB. With four
 * threads it uses 1,663 MiB, which is more than the container of a worker has.
 */
export const PARQUET_THREADS = { threads: 2, memoryMib: 192, slotMs: 30 * 60_000 };
/**
 * Threads for JSON Lines, plain or gzip. An object of any size needs some tens of MiB of buffers.
 * The time limit depends on the size of the object: see `rewriteObject`.
 */
export const LINE_THREADS = { threads: 4, memoryMib: 192 };

const PATIENCE_MS = 15 * 60_000;
/** Milliseconds that an object waits for a thread: half of a worker's time limit for a call. */
const WAIT_MS = 30 * 60_000;

const WHY: Readonly<Record<Exclude<ThreadEndedError['reason'], 'queue'>, string>> = {
  time: 'takes too long to read',
  memory: 'needs too much memory to read',
  crash: 'is damaged, or has an unknown format',
};

/**
 * Reads and writes objects in threads. Processes at most one object of each workspace at a time. A
 * hostile object can block a thread or fill its memory, but must not delay other workspaces.
 */
export class ObjectThreads {
  private readonly threads: TimedThreads<ObjectTask, ObjectResult>;

  constructor(private readonly options: ObjectThreadsOptions) {
    this.threads = new TimedThreads({
      filename: createRequire(import.meta.url).resolve('@lethe/deletion-providers/s3-worker'),
      threadsPerOwner: 1,
      threads: options.threads,
      idleTimeoutMs: 60_000,
      timeLimitMs: options.timeLimitMs ?? PATIENCE_MS,
      memory: { maxOldGenerationSizeMb: options.memoryMib },
    });
  }

  /**
   * Waits for a thread, and then counts or removes rows.
   *
   * @throws UnreadableError; TableFoundError; S3Fault of kind `queue` if no thread becomes free in
   *   time; errors of `read`, `next` and `write`; the signal's reason
   */
  async run({ users, field, write, ...file }: ThreadWork): Promise<RowCounts> {
    const rows = { field, userIds: [...users], isToWrite: write !== undefined };
    const result = await this.ask(file, rows, write);
    if ('counts' in result) return result.counts;
    if ('sign' in result && result.sign !== undefined) {
      throw new TableFoundError({ ...result.sign, key: file.key });
    }
    throw unreadable(result);
  }

  /**
   * @returns the sign of a table in the footer; undefined if the footer has none
   * @throws the same errors as `run`
   */
  async signOf(file: ThreadFile): Promise<TableSign | undefined> {
    const result = await this.ask(file, undefined, undefined);
    if ('sign' in result) return result.sign;
    throw unreadable(result);
  }

  private async ask(
    { read, next, ...work }: ThreadFile,
    rows: RowsTask | undefined,
    write: ThreadWork['write'],
  ): Promise<ObjectResult> {
    const { port1: ours, port2: theirs } = new MessageChannel();
    let failure: { readonly error: unknown } | undefined;
    const over = new AbortController();
    const signal = AbortSignal.any([work.signal, over.signal]);
    const slot = { hasBegun: false };
    const end = () => {
      over.abort();
    };
    let timer = setTimeout(end, WAIT_MS);
    ours.on('message', (request: ObjectRequest) => {
      // The first request shows that the thread has started.
      if (!slot.hasBegun) {
        clearTimeout(timer);
        const { slotMs } = this.options;
        if (slotMs !== undefined) timer = setTimeout(end, slotMs);
      }
      slot.hasBegun = true;
      answer(request, { read, next, write, signal }).then(
        (bytes) => {
          // The bytes are copied, because a transfer would move the whole buffer that holds them.
          const copy = Uint8Array.from(bytes);
          ours.postMessage({ bytes: copy } satisfies ObjectReply, [copy.buffer]);
        },
        (error: unknown) => {
          failure = { error };
          ours.postMessage({ failed: true } satisfies ObjectReply);
        },
      );
    });
    try {
      const { kind, size, key } = work;
      const result = await this.threads.run(
        { port: theirs, kind, size, key, ...(rows === undefined ? {} : { rows }) },
        { owner: work.workspaceId, signal, transferList: [theirs] },
      );
      if (failure !== undefined) throw failure.error;
      return result;
    } catch (error) {
      work.signal.throwIfAborted();
      const isOver = over.signal.aborted;
      if (!isOver && !(error instanceof ThreadEndedError)) throw error;
      const why = isOver ? (slot.hasBegun ? 'time' : 'queue') : (error as ThreadEndedError).reason;
      if (why === 'queue') throw new S3Fault('queue', 's3:GetObject', error);
      throw new UnreadableError(WHY[why]);
    } finally {
      clearTimeout(timer);
      ours.close();
    }
  }

  close(): Promise<void> {
    return this.threads.close();
  }
}

function unreadable(result: ObjectResult): UnreadableError {
  return new UnreadableError('unreadable' in result ? result.unreadable : WHY.crash);
}

async function answer(
  request: ObjectRequest,
  {
    read,
    next,
    write,
    signal,
  }: Partial<Pick<ThreadWork, 'read' | 'next' | 'write'>> & { readonly signal: AbortSignal },
): Promise<Uint8Array> {
  const none = new Uint8Array(0);
  if ('read' in request) return (await read?.(...request.read, signal)) ?? none;
  if ('next' in request) return (await next?.()) ?? none;
  await write?.(Buffer.from(request.write.buffer, request.write.byteOffset, request.write.length));
  return none;
}
