/** One record as it was read. */
export interface ReceivedRecord {
  readonly topic: string;
  readonly partition: number;
  /** A 64-bit number in decimal. */
  readonly offset: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  /** The timestamp, where it is the broker's: when the record was written. */
  readonly appendedAt?: number;
  readonly key: string | null;
  /** `null`: a tombstone. */
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}
