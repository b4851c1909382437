import { createWriteStream, readFileSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import type { RegulationType } from '@lethe/contracts';
import type { Fault } from './faults/schedule.js';

export type Request =
  | {
      readonly name: 'create';
      readonly workspaceId: string;
      readonly regulationType: RegulationType;
      readonly userIds: readonly string[];
      /** All sources when absent. */
      readonly sourceIds?: readonly string[];
      /** Whether the request has an idempotency key. Callers repeat only requests with a key. */
      readonly isKeyed: boolean;
    }
  | { readonly name: 'cancel'; readonly id: string }
  | { readonly name: 'read'; readonly id: string }
  | { readonly name: 'list' }
  /** A verification of the deletions of a regulation. */
  | { readonly name: 'verify'; readonly id: string }
  /** A test of a destination. The event that is sent contains the name of the operation. */
  | { readonly name: 'run' };

/** How an attempt ended for its caller. */
export type Outcome =
  | {
      readonly kind: 'acknowledged';
      /** Ids of the regulations, in the order of the users; for a create. */
      readonly ids?: readonly string[];
      /** For a read. */
      readonly isCanceled?: boolean;
      /** Whether the result says that the destination answered; for a test run. */
      readonly isDelivered?: boolean;
      /** Cursor of the next page; for a list that has one. */
      readonly cursor?: string;
    }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  /** The connection ended before an answer. */
  | { readonly kind: 'broken'; readonly how?: string }
  /** No answer and no end of the connection while the caller waited. */
  | { readonly kind: 'hung' };

/** Times are milliseconds on one clock, which starts with the run. */
export type Entry = { readonly at: number } & (
  | {
      readonly type: 'invoked';
      readonly op: string;
      readonly attempt: number;
      /** Name of the gateway that gets the request. */
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
      /** When the page was requested. */
      readonly from: number;
      /** Whether the page was certainly the last one at that time. */
      readonly isEnd: boolean;
      readonly items: readonly { readonly key: string; readonly canceled: boolean }[];
      /** Token with which the client continues. */
      readonly token: string;
    }
  /** A page of the feed without an answer. */
  | {
      readonly type: 'unread';
      readonly client: string;
      readonly gateway: string;
      /** When the page was requested. */
      readonly from: number;
      readonly outcome: Exclude<Outcome, { kind: 'acknowledged' }>;
    }
  /** A fault has begun. `at` is its real time, not the time in the schedule. */
  | { readonly type: 'fault'; readonly fault: Fault; readonly victim: string }
  /** A process ended without being killed. */
  | { readonly type: 'died'; readonly process: string; readonly how: string }
  /** A state that the system did not reach, although there were no faults. */
  | { readonly type: 'standstill'; readonly what: string }
  | ({ readonly type: 'calm' } & Calm)
);

/**
 * Knowledge of each part of the system in a time without writes and faults. Keys are
 * `workspace:user:(source|*)`.
 */
export interface Calm {
  /** When the last caller got its answer. */
  readonly from: number;
  /** Keys that must be covered, from the regulations in the database. */
  readonly covered: readonly string[];
  /** Keys of each client after it has read to the end. */
  readonly feeds: Readonly<Record<string, readonly string[]>>;
  /** The checked keys that the index reports as suppressed. */
  readonly index: readonly string[];
  /** The checked keys of which the filter forwarded no event, on any partition. */
  readonly filter: readonly string[];
  /** Keys `workspace:user:source` for which index and filter were checked. */
  readonly checked: readonly string[];
}

type Untimed<T> = T extends unknown ? Omit<T, 'at'> : never;

/** Writes a history as JSON Lines, entry by entry. */
export class Recorder {
  private readonly stream: WriteStream;
  private readonly startedAt = performance.now();

  constructor(private readonly file: string) {
    this.stream = createWriteStream(file);
  }

  /** Milliseconds since the start. */
  get now(): number {
    return performance.now() - this.startedAt;
  }

  add(entry: Untimed<Entry>): void {
    this.stream.write(`${JSON.stringify({ at: this.now, ...entry })}\n`);
  }

  /** Closes the file, and reads it. */
  async close(): Promise<Entry[]> {
    this.stream.end();
    await once(this.stream, 'close');
    const lines = readFileSync(this.file, 'utf8').split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Entry);
  }
}
