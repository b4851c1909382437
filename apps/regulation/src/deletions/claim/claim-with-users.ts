import type { DeletionUser } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { byQueue, queueKey } from '../queues/destination-queue.js';
import type { ServiceParts } from '../../service-parts.js';
import { endJobs } from '../report/end-jobs.js';
import { endVerifications } from '../verifications/end-verifications.js';
import { claimJobs, toQueue, type Claim, type TakenJob } from './claim-jobs.js';
import { loadUsers, type ChooseIdentifiers } from './load-users.js';

/** Maximum number of rounds. A claim that must give back all its jobs begins another round. */
const MAX_ROUNDS = 5;

export interface ClaimedUsers {
  readonly jobs: readonly (TakenJob & { readonly users: readonly DeletionUser[] })[];
  /** Whether the claim gave back jobs, which can be claimed again at once. */
  readonly more: boolean;
}

/**
 * Claims jobs, and reads their users. Gives back jobs that do not fit into the answer, as if they
 * had never been claimed. Also gives back jobs with a user whose regulation was canceled after the
 * claim. When such a job is given back, this user is removed from it.
 */
export async function claimWithUsers(
  { database, topicPrefix }: Pick<ServiceParts, 'database' | 'topicPrefix'>,
  claim: Claim,
  choose?: ChooseIdentifiers,
): Promise<ClaimedUsers> {
  const isVerifying = claim.task?.name === 'verify';
  for (let round = 1; ; round += 1) {
    const taken = await claimJobs(database, claim);
    // A claim has verifications of one type only, because their users go to one provider together.
    const together = isVerifying ? ofFirstType(taken) : taken;
    const users = await loadUsers(database.query, together, choose, { keepCanceled: isVerifying });
    const jobs = together.flatMap((job) => {
      const usersOfJob = users.get(job.job_id);
      return usersOfJob === undefined ? [] : [{ ...job, users: usersOfJob }];
    });
    const kept = new Set(jobs.map(({ id }) => id));
    const givenBack = taken.filter(({ id }) => !kept.has(id));
    await giveBack(database, topicPrefix, claim, givenBack);
    if (jobs.length > 0 || givenBack.length === 0 || round === MAX_ROUNDS) {
      return { jobs, more: givenBack.length > 0 };
    }
  }
}

async function giveBack(
  database: DatabaseConnection,
  topicPrefix: string,
  { claimId, task }: Claim,
  jobs: readonly TakenJob[],
): Promise<void> {
  for (const [queue, jobsOfQueue] of byQueue(
    jobs.map((job) => ({ ...toQueue(job), id: job.id })),
  )) {
    const ends = jobsOfQueue.map(({ id }) => ({
      jobId: id,
      claim: { id: claimId },
      outcome: { status: 'released' as const, reason: '' },
    }));
    await database.transaction<unknown>((manager) =>
      task?.name === 'verify'
        ? endVerifications(manager, queue, ends)
        : endJobs(manager, topicPrefix, queue, ends),
    );
  }
}

/**
 * Returns the verifications of each destination that have the type of its first one, and only one
 * of each deletion job.
 */
function ofFirstType(jobs: readonly TakenJob[]): TakenJob[] {
  const types = new Map<string, string>();
  const seen = new Set<string>();
  return jobs.filter((job) => {
    const key = queueKey(toQueue(job));
    const type = types.get(key) ?? job.destination_type;
    types.set(key, type);
    if (job.destination_type !== type || seen.has(job.job_id)) return false;
    seen.add(job.job_id);
    return true;
  });
}
