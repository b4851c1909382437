import { LetheError } from '@lethe/contracts';

const PASSING = ['unavailable', 'outcome_unknown', 'too_many_requests', 'request_timeout'];

/** Whether the service is away, or may have taken the command. Otherwise it refuses what it was sent. */
export function isPassingError(error: unknown): boolean {
  return !(error instanceof LetheError) || PASSING.includes(error.code);
}
