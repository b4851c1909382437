import { ApiError } from '../../api/api-error.js';
import { TEXTS } from './texts.js';

/**
 * Replaces the message of a 401, "Credentials are missing", because the user has just entered
 * credentials.
 */
export function inWordsOfThePage(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error;
  return new ApiError(TEXTS.refused, error.status, error.code, error.requestId);
}
