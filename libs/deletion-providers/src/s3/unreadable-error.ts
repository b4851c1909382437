/** What an object holds cannot be understood. The message goes on after the object's name. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
