import type { DeletionTarget } from '@lethe/catalog';
import { deletionRefusal } from '@lethe/destination-definitions';
import { outcomes, type DeletionProvider } from '@lethe/destinations';
import type { LeasedDestination } from '../leases/leased-destination.js';
import type { WorkOptions } from './call-provider.js';

export type Target = DeletionTarget;

interface NoTarget {
  /** Outcome of all jobs; undefined if the lease has ended. */
  readonly outcome:
    | Extract<ReturnType<typeof unfinishedOutcome>, object>
    | { readonly status: 'aborted'; readonly reason: string }
    | ReturnType<typeof outcomes.delayed>
    | undefined;
}

/** Returns the destination as it is now, or the outcome of its jobs if they cannot be carried out. */
export async function targetOf(
  holding: LeasedDestination,
  options: WorkOptions,
): Promise<Target | NoTarget> {
  const { parts } = options;
  const { workspaceId, destinationId, destinationType } = holding.claimed;
  if (holding.lease.signal.aborted) return { outcome: unfinishedOutcome(holding, options) };
  let target: Target | undefined;
  try {
    target = await parts.findTarget(workspaceId, destinationId);
  } catch (error) {
    parts.onDefect('catalog', error, { workspaceId, destinationId });
    return { outcome: UNREADABLE };
  }
  if (target === undefined) return { outcome: GONE };
  // The identifiers were chosen for the type that the destination had when the deletion was
  // requested. With these identifiers, a destination of another type does not always find
  // the users.
  return target.type === destinationType ? target : { outcome: OTHER_TYPE };
}

/**
 * Returns the outcome of jobs whose work was interrupted. A lost lease of one job ends the work on
 * all jobs of the pass. The other jobs are released.
 *
 * @returns undefined if the lease has ended
 */
export function unfinishedOutcome(
  holding: LeasedDestination,
  options: Pick<WorkOptions, 'hasStopped'>,
): { readonly status: 'released'; readonly reason: string } | undefined {
  return options.hasStopped() || holding.lease.leftMs() > 0 ? RELEASED : undefined;
}

/** @returns the provider, or the end of a sentence that says why there is none */
export function providerOf(
  { type, config, connectionMode }: Target,
  { parts }: WorkOptions,
):
  | { readonly provider: DeletionProvider; readonly refusal?: undefined }
  | { readonly provider?: undefined; readonly refusal: string } {
  const refusal = deletionRefusal(type, config, connectionMode);
  const provider = refusal === undefined ? parts.providerOf(type) : undefined;
  if (provider !== undefined) return { provider };
  return {
    refusal: refusal ?? `is of type ${type}, and this deletion worker cannot delete users there`,
  };
}

const RELEASED = {
  status: 'released',
  reason: 'The worker could not continue, and gave the job back.',
} as const;

/**
 * The cause is internal. After the outcome `delayed`, the service waits before it gives out jobs of
 * this destination again, longer after each attempt.
 */
const UNREADABLE = outcomes.delayed(
  'outage',
  'The configuration of the destination could not be read: the database was unavailable, or a secret could not be decrypted. The operator finds the cause in the log of the deletion worker.',
);

const GONE = {
  status: 'aborted',
  reason: 'The destination no longer exists, so nothing was deleted there.',
} as const;

const OTHER_TYPE = {
  status: 'aborted',
  reason:
    'The destination was recreated with another type after the deletion was ordered, so the deletion was not carried out. Create a new regulation.',
} as const;
