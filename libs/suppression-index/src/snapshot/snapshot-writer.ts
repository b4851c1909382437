import type { Replica } from '../replica.js';
import type { SnapshotHeader } from './snapshot-header.js';
import { writeSnapshot } from './write-snapshot.js';

export interface SnapshotWriterOptions {
  readonly file: string;
  /** Full name of the topic. */
  readonly topic: string;
  /** Milliseconds. */
  readonly everyMs: number;
  /** A snapshot is thrown away when it is older than this, in milliseconds. */
  readonly maxAgeMs: () => number;
  /** The replica to write; undefined as long as there is none worth writing. */
  readonly replica: () => Replica | undefined;
  readonly onWritten: (snapshot: { readonly users: number; readonly bytes: number }) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Writes a snapshot from time to time and at the end, if anything has changed since the last one.
 */
export class SnapshotWriter {
  private timer: NodeJS.Timeout | undefined;
  private work: Promise<void> = Promise.resolve();
  private isWriting = false;
  /** The state that the file holds. */
  private written: { readonly replica: Replica; readonly changes: number } | undefined;
  /** Time of the state in the file, in milliseconds since the epoch; undefined without a file. */
  asOf: number | undefined;

  constructor(private readonly options: SnapshotWriterOptions) {}

  /** Notes that a replica was made from the file, so the file needs no writing yet. */
  noteLoaded(replica: Replica): void {
    this.written = { replica, changes: replica.changes };
    this.asOf = replica.asOf;
  }

  start(): void {
    this.timer = setInterval(() => {
      if (!this.isWriting) this.work = this.write();
    }, this.options.everyMs).unref();
  }

  /** Writes a last snapshot. The replica must not change any more. */
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
    // Nothing has changed, but a file that is never renewed becomes too old to be used.
    return replica.asOf - (this.asOf ?? 0) > this.options.maxAgeMs() / 2;
  }
}
