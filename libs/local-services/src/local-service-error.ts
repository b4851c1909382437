import { OperatorError } from '@lethe/contracts';

/**
 * Error of a local service that cannot run on this computer. The message is one line for the user,
 * with advice.
 */
export class LocalServiceError extends OperatorError {
  override readonly name = 'LocalServiceError';
}
