/**
 * The records were not published, or nobody knows whether they were. `cause` says why. The
 * publisher refuses to publish until it was closed and connected again.
 */
export class PublishError extends Error {
  override readonly name: string = 'PublishError';
}

/**
 * Another producer with the same transactional id took over, or the broker gave our transaction up
 * because it took longer than its timeout. Whoever sees this must not connect again before it has
 * made sure that it still is the one that ought to publish.
 */
export class FencedError extends PublishError {
  override readonly name: string = 'FencedError';
}
