import type { OutgoingRecord } from '@lethe/messaging';

/** Records that were taken together, and what to do once they are published. */
export interface RelayBatch {
  /** In publishing order. Never empty. */
  readonly records: readonly OutgoingRecord[];
  /** Called once the records are published and committed on the broker. */
  published(): Promise<void>;
}

/** Something that the relay publishes from. */
export interface RelaySource {
  readonly name: string;
  /**
   * Takes the next records, after the ones taken before. The ones taken before may not be
   * published yet.
   *
   * @param limit most records
   * @returns undefined when there is nothing right now
   */
  take(limit: number): Promise<RelayBatch | undefined>;
  /** Forgets what was taken: it was not published, and must be offered again. */
  rewind(): void;
  /** How many records wait, roughly; for metrics and readiness. */
  backlog(): Promise<number>;
}
