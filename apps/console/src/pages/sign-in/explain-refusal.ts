import { ApiError } from '../../api/api-error.js';
import { TEXTS } from './texts.js';

/**
 * Replaces "Credentials are missing", which does not help a person who has just entered
 * credentials.
 */
export function inWordsOfThePage(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error;
  return new ApiError(TEXTS.refused, error.status, error.code, error.requestId);
}
