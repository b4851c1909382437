import { LeaseEndedError, type DeletionOutcome } from '@lethe/destinations';
import { describeNetworkError, EgressRefusedError, TooManyBytesError } from '@lethe/egress';
import { DeletionProblem, failed, misconfigured, outage } from './deletion-problem.js';

/** What Node says where nobody listens, or where nobody answers any more. */
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
 * Runs a deletion and makes its problems outcomes.
 *
 * @param work throws DeletionProblem, errors of the network, or what is a defect of ours
 * @param signal that ended all connections of `work`
 * @param explain says what an error that is none of the network's means
 * @throws LeaseEndedError when the signal has ended the work; an error that is none of the above
 */
export async function toOutcome(
  signal: AbortSignal,
  work: () => Promise<DeletionOutcome>,
  explain: (error: unknown) => DeletionProblem | undefined = () => undefined,
): Promise<DeletionOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LeaseEndedError) throw error;
    if (error instanceof DeletionProblem) return error.outcome;
    if (signal.aborted) throw new LeaseEndedError('The lease ended', { cause: error });
    // The network first: its errors have codes that look like those of a server (EPIPE).
    const problem = networkProblem(error) ?? explain(error);
    if (problem === undefined) throw error;
    return problem.outcome;
  }
}

/** @returns what an error of the network means for the deletion; undefined when it is none */
export function networkProblem(error: unknown): DeletionProblem | undefined {
  if (error instanceof EgressRefusedError) return misconfigured(`${error.message}.`);
  if (error instanceof TooManyBytesError) return failed(`${error.message}.`);
  for (const { code } of causesOf(error)) {
    if (typeof code !== 'string') continue;
    if (OUTAGES.has(code)) return outage(`${describeNetworkError(error)}.`);
    const sentence = describeNetworkError({ code });
    // A name that does not exist and a certificate that is not trusted do not pass by themselves.
    if (sentence !== UNKNOWN) return failed(`${sentence}.`);
  }
  return undefined;
}

const UNKNOWN = describeNetworkError(undefined);
const MOST_CAUSES = 20;

/** An error as libraries throw it. */
interface Failure {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
  /** Kafka's own name of it. */
  readonly type?: unknown;
  /** False where Kafka says that another try is of no use. */
  readonly retriable?: unknown;
}

/** An error, what caused it, and the attempts at each address of a host. */
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
