import { LetheError } from '@lethe/contracts';
import type { HttpMetrics } from '../http/http-metrics.js';

/** Counts what credentials were refused for. @returns what throws an error on, counted */
export function countRefusals(http: Pick<HttpMetrics, 'refuse'>): (error: unknown) => never {
  return (error) => {
    if (error instanceof LetheError && error.code === 'unauthorized') http.refuse('credentials');
    if (error instanceof LetheError && error.code === 'too_many_requests') {
      http.refuse('failed_credentials');
    }
    throw error;
  };
}
