import { OperatorError } from '@lethe/contracts';

/** What an operator asked for cannot be done. The message says why, and what to do instead. */
export class CatalogError extends OperatorError {
  override readonly name = 'CatalogError';
}
