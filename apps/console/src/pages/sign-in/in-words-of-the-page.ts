import { ApiError } from '../../api/api-error.js';

/** "Credentials are missing" is no help to a person who has just given some. */
export function inWordsOfThePage(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error;
  const message =
    'This is no token that works, or a link that was used before: it may be mistyped, expired or revoked.';
  return new ApiError(message, error.status, error.code, error.requestId);
}
