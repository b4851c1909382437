import { setTimeout as delay } from 'node:timers/promises';

/** Repeats work until `stop`, also if the work fails. */
export class Repeating {
  private stopping = false;
  private readonly loops: Promise<void>[] = [];

  /** @param pauseMs milliseconds from the end of one run to the start of the next */
  add(pauseMs: number, work: (n: number) => Promise<unknown>): void {
    this.loops.push(this.repeat(pauseMs, work));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.loops);
  }

  private async repeat(pauseMs: number, work: (n: number) => Promise<unknown>): Promise<void> {
    for (let n = 0; !this.stopping; n += 1) {
      await work(n).catch(() => undefined); // the system is broken on purpose, so work can fail
      await delay(pauseMs);
    }
  }
}
