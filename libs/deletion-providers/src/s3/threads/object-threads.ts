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

/** One object whose footer is looked at. */
export interface ThreadFile {
  readonly kind: ObjectKind;
  readonly workspaceId: string;
  readonly key: string;
  readonly size: number;
  /** Of Parquet: any part of it. The signal ends with the thread's time. */
  readonly read?: (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;
  /** Of lines: the bytes behind the last ones; none at the end. */
  readonly next?: () => Promise<Uint8Array>;
  readonly signal: AbortSignal;
}

/** One object whose rows are to be looked at, or that is to be written again. */
export interface ThreadWork extends ThreadFile {
  readonly field: string;
  readonly users: UserSet;
  /** Gets the new object; undefined when it shall only be looked at. */
  readonly write?: (bytes: Buffer) => Promise<void>;
}

export interface ObjectThreadsOptions {
  readonly threads: number;
  /** MiB of a thread's heap. Buffers come on top. */
  readonly memoryMib: number;
  /** Milliseconds that an object may be worked on, without waiting for S3; default 15 minutes. */
  readonly patienceMs?: number;
  /** Milliseconds that an object may have a thread, with what it waits for S3; without, the caller's signal ends it. */
  readonly slotMs?: number;
}

/**
 * Threads for Parquet: with pages of 60 MiB, one takes a process to 613 MiB and four to 1,663, more than the container
 * of a worker has.
 */
export const PARQUET_THREADS = { threads: 2, memoryMib: 192, slotMs: 30 * 60_000 };
/**
 * Threads for lines, gzip or not: an object has buffers of some tens of MiB, whatever its size. How long it may take
 * with what it waits for S3 goes by its size: see `rewriteObject`.
 */
export const LINE_THREADS = { threads: 4, memoryMib: 192 };

const PATIENCE_MS = 15 * 60_000;
/** Milliseconds that an object waits for a thread: half of what a worker waits for a call. */
const WAIT_MS = 30 * 60_000;

const WHY: Readonly<Record<Exclude<ThreadEndedError['reason'], 'queue'>, string>> = {
  time: 'takes too long to be read',
  memory: 'takes too much memory to be read',
  crash: 'is damaged, or of a kind that is not known',
};

/**
 * Reads and writes objects in threads, one of each workspace at a time: a hostile object could hang or fill whatever
 * reads it, and must not keep other workspaces waiting.
 */
export class ObjectThreads {
  private readonly threads: TimedThreads<ObjectTask, ObjectResult>;

  constructor(private readonly options: ObjectThreadsOptions) {
    this.threads = new TimedThreads({
      filename: createRequire(import.meta.url).resolve('@lethe/deletion-providers/s3-worker'),
      threadsPerOwner: 1,
      threads: options.threads,
      idleTimeoutMs: 60_000,
      patienceMs: options.patienceMs ?? PATIENCE_MS,
      memory: { maxOldGenerationSizeMb: options.memoryMib },
    });
  }

  /**
   * Waits for a thread first; that it gets none says nothing about the object.
   *
   * @throws UnreadableError; TableFoundError; S3Fault where it gets no thread; what `read`, `next` and `write`
   *   throw; the signal's reason
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
   * @returns what shows that the object belongs to a table, if anything does
   * @throws as `run`
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
      // Its first request says that the thread has begun.
      if (!slot.hasBegun) {
        clearTimeout(timer);
        const { slotMs } = this.options;
        if (slotMs !== undefined) timer = setTimeout(end, slotMs);
      }
      slot.hasBegun = true;
      answer(request, { read, next, write, signal }).then(
        (bytes) => {
          // A copy of its own: a view would take all of the memory behind it along.
          const own = Uint8Array.from(bytes);
          ours.postMessage({ bytes: own } satisfies ObjectReply, [own.buffer]);
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
