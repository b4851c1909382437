import {
  LeaseEndedError,
  type DeletionInput,
  type DeletionOutcome,
  type ProviderVerification,
  type Unanswered,
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

type Verified = Extract<ProviderVerification, { readonly status: 'verified' }>;

/** What a verification has seen so far. */
export interface Seen {
  /** Returns only what stays true if the verification ends now. Absent before the first call. */
  soFar?: () => Pick<Verified, 'record' | 'found'>;
}

/**
 * Runs a verification and returns its outcome, even if it fails, by the rules of `toOutcome`. A
 * problem that only a person can correct means that the destination cannot be checked.
 *
 * Users that were found before a problem are reported as found. The problem concerns the others.
 *
 * @param work the verification. It sets `seen.soFar`
 */
export async function toVerification(
  { users, signal }: Pick<DeletionInput, 'users' | 'signal'>,
  work: (seen: Seen) => Promise<ProviderVerification>,
  explain?: (error: unknown) => DeletionProblem | undefined,
): Promise<ProviderVerification> {
  const seen: Seen = {};
  const result = await toOutcome(signal, () => work(seen), explain);
  if (result.status === 'verified') return result;
  const outcome = result.status === 'cannot_be_checked' ? result : withoutAnswer(result);
  const { found = [], record } = seen.soFar?.() ?? {};
  if (found.length === 0 || record === undefined) return outcome;
  const isFound = new Set(found.map(({ regulationId }) => regulationId));
  const others = users.map(({ regulationId }) => regulationId).filter((id) => !isFound.has(id));
  return {
    ...{ status: 'verified', record, found },
    ...(others.length > 0 && { unanswered: [{ regulationIds: others, outcome }] }),
  };
}

/** Returns the outcome of users about whom a destination gave no answer. */
export function withoutAnswer(outcome: DeletionOutcome): Unanswered['outcome'] {
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
