import type { Replica } from '../replica.js';
import type { SnapshotHeader } from './snapshot-header.js';
import { writeSnapshot } from './write-snapshot.js';

export interface SnapshotKeeperOptions {
  readonly file: string;
  /** Full name of the topic. */
  readonly topic: string;
  /** Milliseconds. */
  readonly everyMs: number;
  /** A snapshot is thrown away when it is older than this, in milliseconds. */
  readonly maxAgeMs: () => number;
  /** What is to be written; undefined as long as nothing is worth it. */
  readonly replica: () => Replica | undefined;
  readonly onWritten: (snapshot: { readonly users: number; readonly bytes: number }) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Writes snapshots from time to time, and one at the end, when something has changed. */
export class SnapshotKeeper {
  private timer: NodeJS.Timeout | undefined;
  private work: Promise<void> = Promise.resolve();
  private isWriting = false;
  /** What is in the file. */
  private written: { readonly replica: Replica; readonly changes: number } | undefined;
  /** As of when the file is, in milliseconds since the epoch; undefined without one. */
  asOf: number | undefined;

  constructor(private readonly options: SnapshotKeeperOptions) {}

  /** A replica was made from the file. */
  noteLoaded(replica: Replica): void {
    this.written = { replica, changes: replica.changes };
    this.asOf = replica.asOf;
  }

  start(): void {
    this.timer = setInterval(() => {
      if (!this.isWriting) this.work = this.write();
    }, this.options.everyMs).unref();
  }

  /** Writes a last one. Nothing may follow the topic any more. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.work;
    await this.write();
  }

  private async write(): Promise<void> {
    const { file, topic, onWritten, onFailure } = this.options;
    const replica = this.options.replica();
    if (replica === undefined || !this.isWorthIt(replica)) return;
    this.isWriting = true;
    try {
      const { changes, table, positions, asOf, lastChangeAt, identity } = replica;
      const { clusterId, topicId } = identity;
      // Fixed before the first byte of the table: what changes from now on is read again.
      const fixed = new Map(positions);
      const header: SnapshotHeader = {
        topic,
        clusterId,
        topicId,
        positions: fixed,
        asOf,
        lastChangeAt,
      };
      const users = table.size;
      const bytes = await writeSnapshot(file, header, table);
      this.written = { replica, changes };
      this.asOf = asOf;
      onWritten({ users, bytes });
    } catch (error) {
      onFailure(error);
    } finally {
      this.isWriting = false;
    }
  }

  private isWorthIt(replica: Replica): boolean {
    const { written } = this;
    if (written?.replica !== replica || written.changes !== replica.changes) return true;
    // Nothing has changed, but a file that nobody renews is one day too old.
    return replica.asOf - (this.asOf ?? 0) > this.options.maxAgeMs() / 2;
  }
}
