/**
 * A failure that an operator can do something about. The message is written for the operator: what is
 * wrong, where, and what to do about it. It holds no secret, so it is printed as it is, without a stack.
 */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
