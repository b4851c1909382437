import type { ClaimedJob, VerificationReport } from '@lethe/api/deletions';
import type { DeletionRecord } from '@lethe/contracts';
import type { ProviderVerification, VerificationOutcome } from '@lethe/destinations';
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
  return pass.map((job) => boundVerification(ofJob(outcome, job, countUsers(pass)), hideSecrets));
}

async function verifyAt(
  target: Target,
  holding: LeasedDestination,
  pass: Pass,
  options: WorkOptions,
): Promise<ProviderVerification | undefined> {
  const { provider, refusal } = providerOf(target, options);
  if (provider === undefined) {
    return { status: 'cannot_be_checked', reason: `The destination ${refusal}.` };
  }
  if (provider.verify === undefined) return NO_WAY;
  return callProvider<ProviderVerification>(target, holding, pass, options, {
    name: 'verify',
    run: async (input) => (await provider.verify?.(input)) ?? NO_WAY,
    isFinal: ({ status }) => ['verified', 'cannot_be_checked'].includes(status),
    onEnd: (result) => options.parts.metrics?.verified(target.type, result),
  });
}

/**
 * Returns the outcome of one verification of a pass. Data that was found is reported, even if there
 * is no answer about other users of the job. Otherwise the job is asked again, if any of its users
 * is to be asked again.
 *
 * @param usersOfPass number of users whom the counts of the record are about
 */
function ofJob(
  outcome: ProviderVerification,
  { users }: ClaimedJob,
  usersOfPass: number,
): VerificationOutcome {
  if (outcome.status !== 'verified') return outcome;
  const ids = new Set(users.map(({ regulationId }) => regulationId));
  const isOfJob = (id: string) => ids.has(id);
  const found = (outcome.found ?? []).filter(({ regulationId }) => isOfJob(regulationId));
  const unanswered = (outcome.unanswered ?? []).filter(({ regulationIds }) =>
    regulationIds.some(isOfJob),
  );
  const again = unanswered.find(({ outcome: { status } }) => status !== 'cannot_be_checked');
  if (found.length === 0 && again !== undefined) return again.outcome;
  const inDoubt = (outcome.doubtful ?? []).filter(isOfJob);
  const doubtful = [...inDoubt, ...unanswered.flatMap((one) => one.regulationIds.filter(isOfJob))];
  const reason = inDoubt.length > 0 ? outcome.reason : unanswered[0]?.outcome.reason;
  return {
    ...{ status: 'verified', record: withScope(outcome.record, usersOfPass) },
    ...(found.length > 0 && { found }),
    ...(doubtful.length > 0 && { doubtful, ...(reason !== undefined && { reason }) }),
  };
}

function countUsers(pass: Pass): number {
  return pass.reduce((sum, { users }) => sum + users.length, 0);
}

/** Says that the counts are about all users of the pass, because each user gets the same record. */
function withScope(record: DeletionRecord, users: number): DeletionRecord {
  if (users === 1) return record;
  return { ...record, method: `${record.method} (counts of one check of ${users} users)` };
}

const NOT_THERE = {
  status: 'cannot_be_checked',
  reason: 'The destination was deleted after the deletion, or recreated with another type.',
} as const;

const NO_WAY = {
  status: 'cannot_be_checked',
  reason: 'This deletion worker cannot ask destinations of this type.',
} as const;
