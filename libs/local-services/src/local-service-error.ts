/** A local service cannot run here. The message is one line for the user and says what to do. */
export class LocalServiceError extends Error {
  override readonly name = 'LocalServiceError';
}
