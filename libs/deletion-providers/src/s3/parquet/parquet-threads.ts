import { createRequire } from 'node:module';
import { MessageChannel } from 'node:worker_threads';
import { ThreadEndedError, TimedThreads } from '@lethe/sandbox';
import { UnreadableError, type RowCounts } from '../json-lines.js';
import { S3Fault } from '../s3-faults.js';
import type { UserSet } from '../user-set.js';
import type { ParquetReply, ParquetRequest, ParquetResult, ParquetTask } from './parquet-task.js';

/** One object to be looked at, or to be written again. */
export interface ParquetWork {
  readonly workspaceId: string;
  readonly size: number;
  readonly field: string;
  readonly users: UserSet;
  /** The signal ends with the thread's time. */
  readonly read: (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;
  /** Gets the new object; undefined when it shall only be looked at. */
  readonly write?: (bytes: Buffer) => Promise<void>;
  readonly signal: AbortSignal;
}

export interface ParquetThreadsOptions {
  /** Milliseconds that an object may be worked on, without waiting for S3; default 15 minutes. */
  readonly patienceMs?: number;
  /** Milliseconds that an object may have a thread, with what it waits for S3; default 30 minutes. */
  readonly slotMs?: number;
}

const PATIENCE_MS = 15 * 60_000;
/** Milliseconds that an object waits for a thread: half of what a worker waits for a call. */
const WAIT_MS = 30 * 60_000;
const SLOT_MS = 30 * 60_000;
/**
 * Of each workspace one: that others are slow must not keep the rest waiting. With pages of 60 MiB, one takes a
 * process to 613 MiB and four to 1,663, more than the container of a worker has.
 */
const THREADS = 2;
const MEMORY_MIB = 192;

const WHY: Readonly<Record<Exclude<ThreadEndedError['reason'], 'queue'>, string>> = {
  time: 'takes too long to be read',
  memory: 'takes too much memory to be read',
  crash: 'is not valid Parquet, or of a kind that is not known',
};

/** Reads and writes Parquet in threads of its own, since a hostile file could hang or fill whatever reads it. */
export class ParquetThreads {
  private threads: TimedThreads<ParquetTask, ParquetResult> | undefined;

  constructor(private readonly options: ParquetThreadsOptions = {}) {}

  /**
   * Waits for a thread first; that it gets none says nothing about the object.
   *
   * @throws UnreadableError; S3Fault where it gets no thread; what `read` and `write` throw; the signal's reason
   */
  async run({ read, write, users, ...work }: ParquetWork): Promise<RowCounts> {
    const { port1: ours, port2: theirs } = new MessageChannel();
    let failure: { readonly error: unknown } | undefined;
    const over = new AbortController();
    const signal = AbortSignal.any([work.signal, over.signal]);
    const slot = { hasBegun: false };
    let timer = setTimeout(() => {
      over.abort();
    }, WAIT_MS);
    ours.on('message', (request: ParquetRequest) => {
      // Its first request says that the thread has begun.
      if (!slot.hasBegun) {
        clearTimeout(timer);
        timer = setTimeout(() => {
          over.abort();
        }, this.options.slotMs ?? SLOT_MS);
      }
      slot.hasBegun = true;
      const readHere = (start: number, end: number) => read(start, end, signal);
      answer(request, readHere, write).then(
        (bytes) => {
          // A copy of its own: a view would take all of the memory behind it along.
          const own = Uint8Array.from(bytes);
          ours.postMessage({ bytes: own } satisfies ParquetReply, [own.buffer]);
        },
        (error: unknown) => {
          failure = { error };
          ours.postMessage({ failed: true } satisfies ParquetReply);
        },
      );
    });
    try {
      const { size, field } = work;
      const result = await this.started().run(
        { port: theirs, size, field, userIds: [...users], isToWrite: write !== undefined },
        { owner: work.workspaceId, signal, transferList: [theirs] },
      );
      if (failure !== undefined) throw failure.error;
      if ('counts' in result) return result.counts;
      throw new UnreadableError('unreadable' in result ? result.unreadable : WHY.crash);
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

  async close(): Promise<void> {
    await this.threads?.close();
  }

  private started(): TimedThreads<ParquetTask, ParquetResult> {
    this.threads ??= new TimedThreads({
      filename: createRequire(import.meta.url).resolve('@lethe/deletion-providers/parquet-worker'),
      threadsPerOwner: 1,
      threads: THREADS,
      idleTimeoutMs: 60_000,
      patienceMs: this.options.patienceMs ?? PATIENCE_MS,
      memory: { maxOldGenerationSizeMb: MEMORY_MIB },
    });
    return this.threads;
  }
}

async function answer(
  request: ParquetRequest,
  read: (start: number, end: number) => Promise<Uint8Array>,
  write: ParquetWork['write'],
): Promise<Uint8Array> {
  if ('read' in request) return read(...request.read);
  await write?.(Buffer.from(request.write.buffer, request.write.byteOffset, request.write.length));
  return new Uint8Array(0);
}
