import { setTimeout as delay } from 'node:timers/promises';

/** Work that is done again and again, whether it fails or not, until it is stopped. */
export class Repeating {
  private stopping = false;
  private readonly lanes: Promise<void>[] = [];

  /** @param pauseMs between the end of one time and the next */
  add(pauseMs: number, work: (n: number) => Promise<unknown>): void {
    this.lanes.push(this.repeat(pauseMs, work));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.lanes);
  }

  private async repeat(pauseMs: number, work: (n: number) => Promise<unknown>): Promise<void> {
    for (let n = 0; !this.stopping; n += 1) {
      await work(n).catch(() => undefined); // what is broken on purpose refuses
      await delay(pauseMs);
    }
  }
}
