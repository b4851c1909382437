/** The cluster cannot start or go on. The message is one line for the person at the terminal. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
