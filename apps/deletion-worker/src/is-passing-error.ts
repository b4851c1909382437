import { LetheError } from '@lethe/contracts';

const PASSING = ['unavailable', 'outcome_unknown', 'too_many_requests', 'request_timeout'];

/**
 * Returns true if the service is unreachable, or may have executed the command. Returns false if
 * the service refused the command.
 */
export function isPassingError(error: unknown): boolean {
  return !(error instanceof LetheError) || PASSING.includes(error.code);
}
