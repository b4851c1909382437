/** An object is unreadable. The message follows the object's name in a sentence. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
