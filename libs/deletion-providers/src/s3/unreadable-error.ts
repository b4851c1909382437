/**
 * An object is unreadable. The message is the end of a sentence that begins with the object's name,
 * such as `is not valid gzip`.
 */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
