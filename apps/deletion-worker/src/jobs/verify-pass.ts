import type { ClaimedJob, VerificationReport } from '@lethe/api/deletions';
import type { VerificationOutcome } from '@lethe/destinations';
import type { LeasedDestination } from '../leases/leased-destination.js';
import { boundVerification } from '../reports/bound-outcome.js';
import { createHideSecrets } from '../reports/hide-secrets.js';
import { callProvider, type WorkOptions } from './call-provider.js';
import type { Pass } from './pass.js';
import { providerOf, targetOf, unfinishedOutcome, type Target } from './target-of.js';

/**
 * Asks a destination whether it has data of the users of a pass.
 *
 * @returns for each verification, in the sequence of the pass, its outcome, or undefined if the
 *   lease has ended
 */
export async function verifyPass(
  holding: LeasedDestination,
  pass: Pass,
  options: WorkOptions,
): Promise<readonly (VerificationReport | undefined)[]> {
  const all = (outcome: VerificationReport | undefined) => pass.map(() => outcome);
  const target = await targetOf(holding, options);
  if ('outcome' in target) {
    const { outcome } = target;
    return all(outcome?.status === 'aborted' ? NOT_THERE : outcome);
  }
  const outcome = await verifyAt(target, holding, pass, options);
  if (outcome === undefined) return all(unfinishedOutcome(holding, options));
  const hideSecrets = createHideSecrets(target);
  return pass.map((job) => boundVerification(ofJob(outcome, job), hideSecrets));
}

async function verifyAt(
  target: Target,
  holding: LeasedDestination,
  pass: Pass,
  options: WorkOptions,
): Promise<VerificationOutcome | undefined> {
  const { provider, refusal } = providerOf(target, options);
  if (provider === undefined) {
    return { status: 'cannot_be_checked', reason: `The destination ${refusal}.` };
  }
  if (provider.verify === undefined) return NO_WAY;
  return callProvider<VerificationOutcome>(target, holding, pass, options, {
    name: 'verify',
    run: async (input) => (await provider.verify?.(input)) ?? NO_WAY,
    isFinal: ({ status }) => ['verified', 'cannot_be_checked'].includes(status),
    onEnd: (result) => options.parts.metrics?.verified(target.type, result),
  });
}

/** Returns the outcome of one verification of a pass. */
function ofJob(outcome: VerificationOutcome, { users }: ClaimedJob): VerificationOutcome {
  if (outcome.status !== 'verified') return outcome;
  const ids = new Set(users.map(({ regulationId }) => regulationId));
  const { record, reason } = outcome;
  const found = (outcome.found ?? []).filter(({ regulationId }) => ids.has(regulationId));
  const doubtful = (outcome.doubtful ?? []).filter((id) => ids.has(id));
  return {
    ...{ status: 'verified', record },
    ...(found.length > 0 && { found }),
    ...(doubtful.length > 0 && { doubtful, ...(reason !== undefined && { reason }) }),
  };
}

const NOT_THERE = {
  status: 'cannot_be_checked',
  reason: 'The destination was deleted after the deletion, or recreated with another type.',
} as const;

const NO_WAY = {
  status: 'cannot_be_checked',
  reason: 'This deletion worker cannot ask destinations of this type.',
} as const;
