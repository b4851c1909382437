export interface ReceivedRecord {
  readonly topic: string;
  readonly partition: number;
  /** A 64-bit number in decimal. */
  readonly offset: string;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  /** Time at which the broker wrote the record. Absent if the producer set the timestamp. */
  readonly appendedAt?: number;
  readonly key: string | null;
  /** `null` for a tombstone. */
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}
