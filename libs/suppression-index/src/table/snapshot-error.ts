/** A snapshot can't be used: it is damaged, cut off, or of another version. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
}
