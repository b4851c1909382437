/** An encoded record to publish. */
export interface OutgoingRecord {
  /** Full name of the topic. */
  readonly topic: string;
  /** Records with the same key keep their sequence. */
  readonly key: string;
  /** `null` is a tombstone. */
  readonly value: Buffer | string | null;
  /** UTF-8 text without identifiers of users. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. If absent, the time of sending is used. */
  readonly timestamp?: number;
}
