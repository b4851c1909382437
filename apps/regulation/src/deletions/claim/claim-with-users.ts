import type { DeletionUser } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { byQueue } from '../queues/destination-queue.js';
import type { ServiceParts } from '../../service-parts.js';
import { endJobs } from '../report/end-jobs.js';
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
  for (let round = 1; ; round += 1) {
    const taken = await claimJobs(database, claim);
    const users = await loadUsers(database.query, taken, choose);
    const givenBack = taken.filter(({ id }) => !users.has(id));
    await giveBack(database, topicPrefix, claim.claimId, givenBack);
    const jobs = taken.flatMap((job) => {
      const usersOfJob = users.get(job.id);
      return usersOfJob === undefined ? [] : [{ ...job, users: usersOfJob }];
    });
    if (jobs.length > 0 || givenBack.length === 0 || round === MAX_ROUNDS) {
      return { jobs, more: givenBack.length > 0 };
    }
  }
}

async function giveBack(
  database: DatabaseConnection,
  topicPrefix: string,
  claimId: string,
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
    await database.transaction((manager) => endJobs(manager, topicPrefix, queue, ends));
  }
}
