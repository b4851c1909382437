import { OperatorError } from '@lethe/contracts';

/** A local service cannot run here. The message is one line for the user and says what to do. */
export class LocalServiceError extends OperatorError {
  override readonly name = 'LocalServiceError';
}
