import { OperatorError } from '@lethe/contracts';

/** Lethe cannot carry out a request of an operator. The message gives the reason and the remedy. */
export class CatalogError extends OperatorError {
  override readonly name = 'CatalogError';
}
