/** Reason why a snapshot is not used. */
export type SnapshotRefusal =
  | 'other-topic'
  | 'other-cluster'
  | 'topic-replaced'
  | 'topic-unknown'
  | 'partitions-changed'
  | 'too-old'
  | 'from-the-future'
  | 'damaged';

/** A snapshot is not usable, usually because it is damaged, truncated, or of another version. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';

  constructor(
    message: string,
    readonly refusal: SnapshotRefusal = 'damaged',
  ) {
    super(message);
  }
}
