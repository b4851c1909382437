/**
 * A failure that an operator can fix. The message contains the problem, its location and the
 * remedy. It contains no secret, and is printed unchanged and without a stack.
 */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
