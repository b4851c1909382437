import type { Replica } from '../replica.js';
import type { SnapshotHeader } from './snapshot-header.js';
import { writeSnapshot } from './write-snapshot.js';

export interface SnapshotWriterOptions {
  readonly file: string;
  /** Full name of the topic. */
  readonly topic: string;
  readonly everyMs: number;
  /** Maximum age of a usable snapshot, in milliseconds. */
  readonly maxAgeMs: () => number;
  /** Returns the replica to write, or undefined if no replica is ready. */
  readonly replica: () => Replica | undefined;
  readonly onWritten: (snapshot: { readonly users: number; readonly bytes: number }) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Writes a snapshot periodically and at the end. Writes none if nothing has changed since the last
 * snapshot, unless the last snapshot will soon be too old.
 */
export class SnapshotWriter {
  private timer: NodeJS.Timeout | undefined;
  private work: Promise<void> = Promise.resolve();
  private isWriting = false;
  /** The state in the file. */
  private written: { readonly replica: Replica; readonly changes: number } | undefined;
  /** Time of the state in the file, in milliseconds since the epoch. Undefined without a file. */
  asOf: number | undefined;

  constructor(private readonly options: SnapshotWriterOptions) {}

  /** Records that a replica was loaded from the file, so the file is current. */
  noteLoaded(replica: Replica): void {
    this.written = { replica, changes: replica.changes };
    this.asOf = replica.asOf;
  }

  start(): void {
    this.timer = setInterval(() => {
      if (!this.isWriting) this.work = this.write();
    }, this.options.everyMs).unref();
  }

  /** Writes a last snapshot. The replica must not change after this call. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.work;
    await this.write();
  }

  private async write(): Promise<void> {
    const { file, topic, onWritten, onFailure } = this.options;
    const replica = this.options.replica();
    if (replica === undefined || !this.needsWriting(replica)) return;
    this.isWriting = true;
    try {
      const { changes, table, positions, asOf, lastChangeAt, identity } = replica;
      const { clusterId, topicId } = identity;
      // The positions are copied before the table is written. So an index that loads the snapshot
      // reads all later changes again.
      const copied = new Map(positions);
      const header: SnapshotHeader = {
        topic,
        clusterId,
        topicId,
        positions: copied,
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

  private needsWriting(replica: Replica): boolean {
    const { written } = this;
    if (written?.replica !== replica || written.changes !== replica.changes) return true;
    // Even without changes, the file must be renewed before it is too old.
    return replica.asOf - (this.asOf ?? 0) > this.options.maxAgeMs() / 2;
  }
}
