import type { OutgoingRecord, Publisher, WrittenOffsets } from '@lethe/messaging';

/** Publisher that keeps records in memory. It can fail or wait. */
export class FakePublisher implements Publisher {
  readonly rounds: string[][] = [];
  /** Start of each publish, in milliseconds. */
  readonly startedAt: number[] = [];
  connects = 0;
  failures: Error[] = [];
  /** Awaited inside each publish. */
  gate: Promise<void> = Promise.resolve();

  connect(): Promise<void> {
    this.connects += 1;
    return Promise.resolve();
  }

  async publish(records: readonly OutgoingRecord[]): Promise<WrittenOffsets> {
    this.startedAt.push(performance.now());
    await this.gate;
    const failure = this.failures.shift();
    if (failure !== undefined) throw failure;
    this.rounds.push(records.map((record) => `${record.key}=${String(record.value)}`));
    return new Map();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  get published(): string[] {
    return this.rounds.flat();
  }
}
