import { TransformError } from '../../transform-error.js';

const METHODS: readonly string[] = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE'];

/**
 * @param value of the configuration
 * @param field that it stands in, for the error
 * @returns the method in upper case; POST when there is none
 */
export function methodOf(value: unknown, field: string): string {
  if (value === undefined || value === null || value === '') return 'POST';
  const method = typeof value === 'string' ? value.toUpperCase() : '';
  if (METHODS.includes(method)) return method;
  throw new TransformError(`${field} must be one of ${METHODS.join(', ')}`);
}
