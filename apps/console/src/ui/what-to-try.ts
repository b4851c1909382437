import { ApiError } from '../api/api-error.js';
import { SaidError } from './said-error.js';

const BY_CODE: Readonly<Record<string, string>> = {
  unreachable: 'Is the gateway running, and is there a way to it? This page goes on trying.',
  forbidden:
    'The token that you signed in with may not do this. Sign in with one that has the scope.',
  not_found: 'It may have been deleted meanwhile, or belong to another workspace.',
  precondition_failed: 'Somebody changed it meanwhile. Load it again, then repeat your change.',
  outcome_unknown: 'It may have been done. Load the list again before you repeat it.',
};

/** What went wrong, for a person. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError || error instanceof SaidError
    ? error.message
    : 'This page has made a mistake.';
}

/** One sentence for a person; the error's own message stands before it. */
export function whatToTry(error: unknown): string {
  if (error instanceof SaidError) return error.toTry;
  if (!(error instanceof ApiError))
    return 'Reload it. If that does not help, tell whoever runs Lethe.';
  const known = BY_CODE[error.code];
  if (known !== undefined) return known;
  if (error.status === 429) return 'Too much was asked at once. Wait a moment and try again.';
  if (error.status === 409) return 'Load it again, and see what it conflicts with.';
  if (error.status >= 400 && error.status < 500)
    return 'Correct what the message names, then try again.';
  return 'Try again. If it stays, the request id finds the reason in the logs of the gateway.';
}
