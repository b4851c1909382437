import { LetheError } from '@lethe/contracts';

const PASSING = ['unavailable', 'outcome_unknown', 'too_many_requests', 'request_timeout'];

/**
 * Returns true if a retry of the command can succeed, for example because the service was
 * unreachable. Returns false if the service rejected the command.
 */
export function isPassingError(error: unknown): boolean {
  return !(error instanceof LetheError) || PASSING.includes(error.code);
}
