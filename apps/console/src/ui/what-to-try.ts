import { ApiError } from '../api/api-error.js';
import { UserFacingError } from './user-facing-error.js';
import { TEXTS } from './texts.js';

const BY_CODE: Readonly<Record<string, string>> = {
  unreachable: TEXTS.whatToTry.unreachable,
  forbidden: TEXTS.whatToTry.forbidden,
  not_found: TEXTS.whatToTry.notFound,
  precondition_failed: TEXTS.whatToTry.changed,
  outcome_unknown: TEXTS.whatToTry.outcomeUnknown,
};

export function messageOf(error: unknown): string {
  return error instanceof ApiError || error instanceof UserFacingError
    ? error.message
    : TEXTS.whatToTry.pageError;
}

/** Returns advice for the user in one sentence. It is shown after the message. */
export function whatToTry(error: unknown): string {
  if (error instanceof UserFacingError) return error.toTry;
  if (!(error instanceof ApiError)) return TEXTS.whatToTry.reloadPage;
  const known = BY_CODE[error.code];
  if (known !== undefined) return known;
  if (error.status === 429) return TEXTS.whatToTry.tooMany;
  if (error.status === 409) return TEXTS.whatToTry.conflict;
  if (error.status >= 400 && error.status < 500) return TEXTS.whatToTry.correct;
  return TEXTS.whatToTry.tryAgain;
}
