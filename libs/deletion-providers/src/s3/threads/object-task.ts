import type { Timed } from '@lethe/sandbox';
import type { MessagePort } from 'node:worker_threads';
import type { RowCounts } from '../row-counts.js';
import type { TableSign } from '../table-signs.js';

export type ObjectKind = 'parquet' | 'lines' | 'gzip';

/** Task of a thread. The thread reads and writes one object with requests over the port. */
export interface ObjectTask extends Timed {
  readonly port: MessagePort;
  readonly kind: ObjectKind;
  /** Size of the stored object in bytes. */
  readonly size: number;
  readonly key: string;
  /** Absent if the thread reads only the footer. */
  readonly rows?: RowsTask;
}

export interface RowsTask {
  readonly field: string;
  readonly userIds: readonly string[];
  /** If false, the rows are only counted. */
  readonly isToWrite: boolean;
}

export type ObjectResult =
  | { readonly counts: RowCounts }
  /** The object belongs to a table, so its rows were not read. */
  | { readonly sign: TableSign }
  /** Only the footer was read, and it contains no sign of a table. */
  | { readonly sign: undefined }
  /** Why the object is unreadable, as the end of a sentence that begins with its name. */
  | { readonly unreadable: string }
  /** The main thread could not carry out a request to read or write. */
  | { readonly failed: true };

/**
 * Request of a thread to the main thread. The thread sends the next request only after the reply.
 * The reply to `next` contains the next bytes of the object; it is empty at the end of the object.
 */
export type ObjectRequest =
  | { readonly read: readonly [start: number, end: number] }
  | { readonly next: true }
  | { readonly write: Uint8Array };
export type ObjectReply = { readonly bytes: Uint8Array } | { readonly failed: true };
