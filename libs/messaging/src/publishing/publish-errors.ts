/**
 * The records were not published, or it is not known whether they were. `cause` says why. The
 * publisher refuses to publish until it was closed and connected again.
 */
export class PublishError extends Error {
  override readonly name: string = 'PublishError';
}

/**
 * Another producer with the same transactional id took over, or the broker gave our transaction up
 * because it took longer than its timeout. A publisher must not connect again after this error
 * before its process has made sure that it still leads.
 */
export class FencedError extends PublishError {
  override readonly name: string = 'FencedError';
}
