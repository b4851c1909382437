/** A fact on its way out: written in the transaction that makes it true. */
export interface OutboxEvent {
  /** Full topic name. */
  readonly topic: string;
  /** Record key. Facts of one key must be written under a lock that lasts until the commit. */
  readonly key: string;
  /** CloudEvents `type`. */
  readonly type: string;
  /** CloudEvents `id`: the same on every repeat. */
  readonly id: string;
  /** When the fact became true, ISO 8601. */
  readonly time: string;
  /** W3C Trace Context of what made it true, where its trace is sampled. */
  readonly traceparent?: string;
  /** The value, as JSON. */
  readonly data: unknown;
}
