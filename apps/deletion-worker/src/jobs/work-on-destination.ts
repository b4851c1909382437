import type { JobOutcome } from '@lethe/api/deletions';
import type { DeletionOutcome } from '@lethe/destinations';
import { outcomes } from '@lethe/destinations';
import type { LeasedDestination } from '../leases/leased-destination.js';
import { boundOutcome } from '../reports/bound-outcome.js';
import { createHideSecrets } from '../reports/hide-secrets.js';
import type { JobReport } from '../reports/pending-report.js';
import { callProvider, type WorkOptions } from './call-provider.js';
import { halvesOf, passesOf, type Pass } from './pass.js';
import { providerOf, targetOf, unfinishedOutcome, type Target } from './target-of.js';
import { toJobOutcome } from './to-job-outcome.js';
import { verifyPass } from './verify-pass.js';

/**
 * Carries out the leased jobs or verifications of one destination.
 *
 * @returns reports of the jobs whose lease was not lost
 */
export async function workOnDestination(
  holding: LeasedDestination,
  options: WorkOptions,
): Promise<readonly JobReport[]> {
  const reports: JobReport[] = [];
  const work = holding.claimed.task === 'verify' ? verifyPass : workOnPass;
  for (const pass of passesOf(holding.claimed.jobs)) {
    const outcomes = await work(holding, pass, options);
    reports.push(
      ...pass.flatMap((job, index) => {
        const outcome = outcomes[index];
        return outcome === undefined || !holding.has(job.jobId)
          ? []
          : [{ jobId: job.jobId, outcome }];
      }),
    );
  }
  return reports;
}

/**
 * @returns for each job, in the sequence of the jobs, its outcome, or undefined if the lease has
 * ended
 */
async function workOnPass(
  holding: LeasedDestination,
  pass: Pass,
  options: WorkOptions,
): Promise<readonly (JobOutcome | undefined)[]> {
  const all = (outcome: JobOutcome | undefined) => pass.map(() => outcome);
  const unfinished = () => all(unfinishedOutcome(holding, options));
  const target = await targetOf(holding, options);
  if ('outcome' in target) return all(target.outcome);
  const outcome = await deleteAt(target, holding, pass, options);
  if (outcome === undefined) return unfinished();
  if (outcome.status === 'refused' && pass.length > 1) {
    // A single user can be the cause of the refusal. A job must not fail because of a user of
    // another job.
    const [first, second] = halvesOf(pass);
    const outcomes = await workOnPass(holding, first, options);
    return [...outcomes, ...(await workOnPass(holding, second, options))];
  }
  const hideSecrets = createHideSecrets(target);
  return pass.map((job) => boundOutcome(toJobOutcome(outcome, job), hideSecrets));
}

/** @returns undefined if the lease ended, or the worker stopped, before the deletion was done */
async function deleteAt(
  target: Target,
  holding: LeasedDestination,
  pass: Pass,
  options: WorkOptions,
): Promise<DeletionOutcome | undefined> {
  const { provider, refusal } = providerOf(target, options);
  if (provider === undefined) return outcomes.aborted('unsupported', `The destination ${refusal}.`);
  return callProvider(target, holding, pass, options, {
    name: 'delete',
    run: (input) => provider.delete(input),
    isFinal: (outcome) => ['complete', 'accepted', 'aborted'].includes(outcome.status),
    onEnd: (result) => {
      options.parts.metrics?.called(target.type, result);
    },
  });
}
