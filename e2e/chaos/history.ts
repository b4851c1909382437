import { createWriteStream, readFileSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import type { RegulationType } from '@lethe/contracts';
import type { Fault } from './faults/schedule.js';

/** What a caller asks for. */
export type Request =
  | {
      readonly name: 'create';
      readonly workspaceId: string;
      readonly regulationType: RegulationType;
      readonly userIds: readonly string[];
      /** All of them when absent. */
      readonly sourceIds?: readonly string[];
      /** Whether it came with an idempotency key: only then is it repeated. */
      readonly isKeyed: boolean;
    }
  | { readonly name: 'cancel'; readonly id: string }
  | { readonly name: 'read'; readonly id: string }
  | { readonly name: 'list' }
  /** A test of a destination; the name of the operation is in the event that is sent. */
  | { readonly name: 'run' };

/** How one attempt ended for its caller. */
export type Outcome =
  | {
      readonly kind: 'acknowledged';
      /** Of the regulations, in the order of the users; of a create. */
      readonly ids?: readonly string[];
      /** Of a read. */
      readonly isCanceled?: boolean;
      /** Whether the result says that the destination answered; of a run. */
      readonly isDelivered?: boolean;
      /** Where the next page is; of a list that has one. */
      readonly cursor?: string;
    }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  /** The connection ended before an answer. */
  | { readonly kind: 'broken' }
  /** No answer within the caller's patience, and nobody ended the connection. */
  | { readonly kind: 'hung' };

/** Times are milliseconds on one clock that begins with the run. */
export type Entry = { readonly at: number } & (
  | {
      readonly type: 'invoked';
      readonly op: string;
      readonly attempt: number;
      /** Name of the gateway that is asked. */
      readonly gateway: string;
      readonly request: Request;
    }
  | {
      readonly type: 'ended';
      readonly op: string;
      readonly attempt: number;
      readonly outcome: Outcome;
    }
  | {
      readonly type: 'page';
      readonly client: string;
      readonly gateway: string;
      /** When it was asked for. */
      readonly from: number;
      /** Whether it is known to have been the last one at that time. */
      readonly isEnd: boolean;
      readonly items: readonly { readonly key: string; readonly canceled: boolean }[];
      /** With which the client goes on. */
      readonly token: string;
    }
  /** A page of the feed did not come. */
  | {
      readonly type: 'unread';
      readonly client: string;
      readonly gateway: string;
      /** When it was asked for. */
      readonly from: number;
      readonly outcome: Exclude<Outcome, { kind: 'acknowledged' }>;
    }
  /** Something has begun to fail: `at` is when it did, not when the schedule had it. */
  | { readonly type: 'fault'; readonly fault: Fault; readonly victim: string }
  /** A process ended that nobody had killed. */
  | { readonly type: 'died'; readonly process: string; readonly how: string }
  /** What was waited for while nothing was wrong any more, and did not come. */
  | { readonly type: 'standstill'; readonly what: string }
  | ({ readonly type: 'calm' } & Calm)
);

/** What everybody knows while nobody writes and nothing is wrong. Keys are `workspace:user:(source|*)`. */
export interface Calm {
  /** When the last caller had its answer. */
  readonly from: number;
  /** From the regulations in the database. */
  readonly covered: readonly string[];
  /** Client → what it holds after reading to the end. */
  readonly feeds: Readonly<Record<string, readonly string[]>>;
  /** `workspace:user:source` that the index says are suppressed, of all that were asked for. */
  readonly index: readonly string[];
  /** The same, of which no event came through the filter, whatever its partition. */
  readonly filter: readonly string[];
  /** What index and filter were asked for. */
  readonly asked: readonly string[];
}

type Untimed<T> = T extends unknown ? Omit<T, 'at'> : never;

/** Writes a history as JSON Lines while it happens. */
export class Recorder {
  private readonly stream: WriteStream;
  private readonly startedAt = performance.now();

  constructor(private readonly file: string) {
    this.stream = createWriteStream(file);
  }

  /** Milliseconds since the beginning. */
  get now(): number {
    return performance.now() - this.startedAt;
  }

  add(entry: Untimed<Entry>): void {
    this.stream.write(`${JSON.stringify({ at: this.now, ...entry })}\n`);
  }

  /** Ends the file, and reads it. */
  async close(): Promise<Entry[]> {
    this.stream.end();
    await once(this.stream, 'close');
    const lines = readFileSync(this.file, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Entry);
  }
}
