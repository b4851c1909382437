/** An error that the user can correct. The user sees the message. */
export class TransformError extends Error {
  override readonly name = 'TransformError';
}
