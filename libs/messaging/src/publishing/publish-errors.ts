/**
 * The records were not published, or the result is unknown. `cause` has the reason. The publisher
 * refuses to publish until it is closed and connected again.
 */
export class PublishError extends Error {
  override readonly name: string = 'PublishError';
}

/**
 * Another producer with the same transactional id took over, or the broker aborted the transaction
 * after its timeout. Before a publisher connects again, its process must verify that it is still
 * the leader.
 */
export class FencedError extends PublishError {
  override readonly name: string = 'FencedError';
}
