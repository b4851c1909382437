import { TransformError } from '../../transform-error.js';

const METHODS: readonly string[] = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'];

/**
 * Returns the method in upper case. The default is POST.
 *
 * @param value value in the configuration
 * @param field name of the field for the error message
 */
export function methodOf(value: unknown, field: string): string {
  if (value === undefined || value === null || value === '') return 'POST';
  const method = typeof value === 'string' ? value.toUpperCase() : '';
  if (METHODS.includes(method)) return method;
  throw new TransformError(`${field} must be one of ${METHODS.join(', ')}`);
}
