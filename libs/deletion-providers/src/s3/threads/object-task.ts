import type { Timed } from '@lethe/sandbox';
import type { MessagePort } from 'node:worker_threads';
import type { RowCounts } from '../row-counts.js';
import type { TableSign } from '../table-signs.js';

/** How the bytes of an object are read. */
export type ObjectKind = 'parquet' | 'lines' | 'gzip';

/** What a thread gets: one object. It reads and writes through the port. */
export interface ObjectTask extends Timed {
  readonly port: MessagePort;
  readonly kind: ObjectKind;
  /** Bytes, as it is stored. */
  readonly size: number;
  readonly key: string;
  /** What is to be done with its rows; undefined where only its footer is looked at. */
  readonly rows?: RowsTask;
}

export interface RowsTask {
  readonly field: string;
  readonly userIds: readonly string[];
  /** Whether it shall be written again; otherwise rows are only counted. */
  readonly isToWrite: boolean;
}

export type ObjectResult =
  | { readonly counts: RowCounts }
  /** It belongs to a table; none of its rows was looked at. */
  | { readonly sign: TableSign }
  /** Only its footer was looked at, and shows no table. */
  | { readonly sign: undefined }
  /** Goes on after the object's name. */
  | { readonly unreadable: string }
  /** The other side of the port could not read or write. */
  | { readonly failed: true };

/** One at a time, each answered. `next` is answered with the bytes behind the last ones, at the end with none. */
export type ObjectRequest =
  | { readonly read: readonly [start: number, end: number] }
  | { readonly next: true }
  | { readonly write: Uint8Array };
export type ObjectReply = { readonly bytes: Uint8Array } | { readonly failed: true };
