import {
  LeaseEndedError,
  type DeletionOutcome,
  type VerificationOutcome,
} from '@lethe/destinations';
import { describeNetworkError, EgressRefusedError, TooManyBytesError } from '@lethe/egress';
import { DeletionProblem, failed, misconfigured, outage } from './deletion-problem.js';

/** Error codes of Node for a host that refuses connections or stops answering. */
const OUTAGES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
]);

/**
 * Runs a deletion and returns its outcome, even if the deletion fails.
 *
 * @param work the deletion. It throws DeletionProblem, network errors, or other errors for defects
 *   of Lethe
 * @param signal closes all connections of `work` when it aborts
 * @param explain returns the problem for an error that is neither a DeletionProblem nor a network
 *   error
 * @throws LeaseEndedError if the signal has ended the work; errors that are defects of Lethe
 */
export async function toOutcome<Outcome = DeletionOutcome>(
  signal: AbortSignal,
  work: () => Promise<Outcome>,
  explain: (error: unknown) => DeletionProblem | undefined = () => undefined,
): Promise<Outcome | DeletionOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LeaseEndedError) throw error;
    if (error instanceof DeletionProblem) return error.outcome;
    if (signal.aborted) throw new LeaseEndedError('The lease ended', { cause: error });
    // Network errors are checked before `explain`, because EPIPE has the form of an SQLSTATE.
    const problem = networkProblem(error) ?? explain(error);
    if (problem === undefined) throw error;
    return problem.outcome;
  }
}

/**
 * Runs a verification and returns its outcome, even if it fails, by the rules of `toOutcome`. A
 * problem that only a person can correct means that the destination cannot be checked.
 */
export async function toVerification(
  signal: AbortSignal,
  work: () => Promise<VerificationOutcome>,
  explain?: (error: unknown) => DeletionProblem | undefined,
): Promise<VerificationOutcome> {
  const outcome = await toOutcome(signal, work, explain);
  switch (outcome.status) {
    case 'aborted':
    case 'refused':
      return { status: 'cannot_be_checked', reason: outcome.reason };
    case 'complete':
    case 'accepted':
      throw new TypeError(`A verification cannot end as ${outcome.status}.`);
    default:
      return outcome;
  }
}

/** @returns the problem for a network error; undefined for other errors */
export function networkProblem(error: unknown): DeletionProblem | undefined {
  if (error instanceof EgressRefusedError) return misconfigured(`${error.message}.`);
  if (error instanceof TooManyBytesError) return failed(`${error.message}.`);
  for (const { code } of causesOf(error)) {
    if (typeof code !== 'string') continue;
    if (OUTAGES.has(code)) return outage(`${describeNetworkError(error)}.`);
    const sentence = describeNetworkError({ code });
    // Other network errors are no outage. For example, an untrusted certificate stays untrusted.
    if (sentence !== UNKNOWN) return failed(`${sentence}.`);
  }
  return undefined;
}

const UNKNOWN = describeNetworkError(undefined);
const MOST_CAUSES = 20;

/** Members of errors that libraries throw. */
interface Failure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  /** Name of an error that a Kafka broker has returned. */
  readonly type?: unknown;
  /** False if a retry does not help, as Kafka defines for each of its errors. */
  readonly retriable?: unknown;
}

/**
 * Returns an error together with its causes and with the errors for each address of a host. Returns
 * at most 20 errors.
 */
export function causesOf(error: unknown): Failure[] {
  const found: Failure[] = [];
  const open = [error];
  while (open.length > 0 && found.length < MOST_CAUSES) {
    const next = open.shift();
    if (typeof next !== 'object' || next === null) continue;
    const failure: Failure = next;
    found.push(failure);
    open.push(
      failure.cause,
      ...(Array.isArray(failure.errors) ? (failure.errors as unknown[]) : []),
    );
  }
  return found;
}
