import type { WorkspaceEvent } from '@lethe/api/events';
import { Readable } from 'node:stream';

/** Maximum bytes that wait for a reader. If more bytes wait, the reader is too slow. */
const MAX_WAITING = 256 * 1024;

/**
 * Stream of events for one caller, in the format of `EventSource` (HTML standard). While missed
 * events are written, new events are queued.
 */
export class SseStream extends Readable {
  private queued: Buffer[] | undefined = [];
  private resumeWriter: (() => void) | undefined;
  private isOver = false;

  /** @param onSlow called once, before the stream of a reader that is too slow is destroyed */
  constructor(private readonly onSlow: () => void) {
    super({ highWaterMark: 64 * 1024 });
  }

  /** Whether the stream is open. */
  get isWanted(): boolean {
    return !this.isOver;
  }

  override _read(): void {
    this.wakeWriter();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.queued = undefined;
    this.isOver = true;
    this.wakeWriter();
    done(error);
  }

  /** Writes a frame, or queues it until `release`. */
  write(frame: Buffer): void {
    if (this.isOver) return;
    const queued = this.queued?.reduce((sum, { length }) => sum + length, 0) ?? 0;
    if (this.readableLength + queued > MAX_WAITING) {
      this.onSlow();
      this.destroy();
      return;
    }
    if (this.queued === undefined) this.push(frame);
    else this.queued.push(frame);
  }

  /** Writes a frame ahead of the queue. Resolves when the reader can read more, or disconnects. */
  async writeBefore(frame: Buffer): Promise<void> {
    if (this.isOver || this.push(frame)) return;
    await new Promise<void>((resolve) => {
      this.resumeWriter = resolve;
    });
  }

  /** Writes the queue. From then on, `write` does not queue frames. */
  release(): void {
    const queued = this.queued ?? [];
    this.queued = undefined;
    for (const frame of queued) if (!this.isOver) this.push(frame);
  }

  /**
   * Ends the stream as a complete answer, so that the reader reconnects. Drops the queue, because
   * some of the missed events that belong before the queue were not written.
   */
  finish(): void {
    if (this.isOver) return;
    this.queued = undefined;
    this.isOver = true;
    this.push(null);
    this.wakeWriter();
  }

  private wakeWriter(): void {
    this.resumeWriter?.();
    this.resumeWriter = undefined;
  }
}

/** @param retryMs milliseconds until a reader reconnects after the stream ends */
export function openingFrame(position: string, retryMs: number): Buffer {
  return Buffer.from(`retry: ${retryMs}\nid: ${position}\n\n`);
}

/**
 * Contains only a position, so that a reader has a recent position when it reconnects much later.
 */
export function heartbeatFrame(position: string): Buffer {
  return Buffer.from(`:\nid: ${position}\n\n`);
}

export function resetFrame(position: string, at: string): Buffer {
  return Buffer.from(
    `id: ${position}\nevent: reset\ndata: ${JSON.stringify({ type: 'reset', at })}\n\n`,
  );
}

/**
 * Sends the position with the last event. A reader that does not receive all events has an older
 * position, and gets all of them again.
 */
export function eventsFrame(events: readonly WorkspaceEvent[], position: string): Buffer {
  const texts = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n`);
  return Buffer.from(`${texts.join('\n')}id: ${position}\n\n`);
}
