/** What the user can mend: the message names the field. */
export class TransformError extends Error {
  override readonly name = 'TransformError';
}
