import { OperatorError } from '@lethe/contracts';

/**
 * Error of an operator's request that cannot be carried out. The message gives the reason and the
 * remedy.
 */
export class CatalogError extends OperatorError {
  override readonly name = 'CatalogError';
}
