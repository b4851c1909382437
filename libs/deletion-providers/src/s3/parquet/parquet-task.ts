import type { Timed } from '@lethe/sandbox';
import type { MessagePort } from 'node:worker_threads';
import type { RowCounts } from '../json-lines.js';

/** What a thread gets: one object. It reads and writes through the port. */
export interface ParquetTask extends Timed {
  readonly port: MessagePort;
  readonly size: number;
  readonly field: string;
  readonly userIds: readonly string[];
  /** Whether it shall be written again; otherwise rows are only counted. */
  readonly isToWrite: boolean;
}

export type ParquetResult =
  | { readonly counts: RowCounts }
  /** Goes on after the object's name. */
  | { readonly unreadable: string }
  /** The other side of the port could not read or write. */
  | { readonly failed: true };

/** One at a time, each answered. */
export type ParquetRequest =
  { readonly read: readonly [start: number, end: number] } | { readonly write: Uint8Array };
export type ParquetReply = { readonly bytes: Uint8Array } | { readonly failed: true };
