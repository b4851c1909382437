/** One record on its way out, already encoded. */
export interface OutgoingRecord {
  /** Full topic name, prefix included. */
  readonly topic: string;
  /** Records of one key keep their order. */
  readonly key: string;
  /** `null` is a tombstone. */
  readonly value: Buffer | string | null;
  /** UTF-8 text; never holds an identifier of a user. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch; the time of sending when absent. */
  readonly timestamp?: number;
}
