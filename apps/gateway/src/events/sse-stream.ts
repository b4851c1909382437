import type { WorkspaceEvent } from '@lethe/api/events';
import { Readable } from 'node:stream';

/** Bytes that may wait for a reader when more come: who has more to read is too slow. */
const MOST_WAITING = 256 * 1024;

/**
 * What one caller reads: events as the HTML standard has them for `EventSource`. While an earlier part is still being written, what
 * happens meanwhile waits.
 */
export class SseStream extends Readable {
  private held: Buffer[] | undefined = [];
  private wanted: (() => void) | undefined;
  private isOver = false;

  /** @param onSlow is told once, before a reader who is too slow loses the stream */
  constructor(private readonly onSlow: () => void) {
    super({ highWaterMark: 64 * 1024 });
  }

  /** Whether it goes on. */
  get isWanted(): boolean {
    return !this.isOver;
  }

  override _read(): void {
    this.goOn();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.held = undefined;
    this.isOver = true;
    this.goOn();
    done(error);
  }

  /** Writes behind what is there; while it is held back, behind what will be. */
  write(frame: Buffer): void {
    if (this.isOver) return;
    const held = this.held?.reduce((sum, { length }) => sum + length, 0) ?? 0;
    if (this.readableLength + held > MOST_WAITING) {
      this.onSlow();
      this.destroy();
      return;
    }
    if (this.held === undefined) this.push(frame);
    else this.held.push(frame);
  }

  /** Writes before what is held back. Resolves when the reader wants more, or has left. */
  async writeBefore(frame: Buffer): Promise<void> {
    if (this.isOver || this.push(frame)) return;
    await new Promise<void>((resolve) => {
      this.wanted = resolve;
    });
  }

  /** From now on nothing is held back. */
  release(): void {
    const held = this.held ?? [];
    this.held = undefined;
    for (const frame of held) if (!this.isOver) this.push(frame);
  }

  /** Ends it, as an answer ends: the reader comes again. What is held back is left out, as it is behind what has not been written. */
  finish(): void {
    if (this.isOver) return;
    this.held = undefined;
    this.isOver = true;
    this.push(null);
    this.goOn();
  }

  private goOn(): void {
    this.wanted?.();
    this.wanted = undefined;
  }
}

/** @param retryMs after which a reader who has lost the stream comes again */
export function openingFrame(position: string, retryMs: number): Buffer {
  return Buffer.from(`retry: ${retryMs}\nid: ${position}\n\n`);
}

/** Only moves the position: a reader who comes again much later still has a young one. */
export function heartbeatFrame(position: string): Buffer {
  return Buffer.from(`:\nid: ${position}\n\n`);
}

export function resetFrame(position: string, at: string): Buffer {
  return Buffer.from(
    `id: ${position}\nevent: reset\ndata: ${JSON.stringify({ type: 'reset', at })}\n\n`,
  );
}

/** The position is that of the last one: who has not got it gets all of them again. */
export function eventsFrame(events: readonly WorkspaceEvent[], position: string): Buffer {
  const texts = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n`);
  return Buffer.from(`${texts.join('\n')}id: ${position}\n\n`);
}
