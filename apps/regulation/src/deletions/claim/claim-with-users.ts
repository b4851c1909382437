import type { DeletionUser } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import { byLane } from '../queues/lane.js';
import type { ServiceParts } from '../../service-parts.js';
import { endJobs } from '../report/end-jobs.js';
import { claimJobs, toLane, type Claim, type TakenJob } from './claim-jobs.js';
import { loadUsers, type ChooseIdentifiers } from './load-users.js';

/** How often a claim begins anew when it had to give back everything. */
const MOST_TIMES = 5;

export interface ClaimedUsers {
  readonly jobs: readonly (TakenJob & { readonly users: readonly DeletionUser[] })[];
  /** Whether jobs were given back that can be claimed at once. */
  readonly more: boolean;
}

/**
 * Takes jobs with their users. Given back, as if nobody had taken them, are jobs for which the answer has no room,
 * and jobs with users whose regulation was canceled since they were taken. Giving back takes these users out.
 */
export async function claimWithUsers(
  { database, topicPrefix }: Pick<ServiceParts, 'database' | 'topicPrefix'>,
  claim: Claim,
  choose?: ChooseIdentifiers,
): Promise<ClaimedUsers> {
  for (let time = 1; ; time += 1) {
    const taken = await claimJobs(database, claim);
    const users = await loadUsers(database.query, taken, choose);
    const back = taken.filter(({ id }) => !users.has(id));
    await giveBack(database, topicPrefix, claim.claimId, back);
    const jobs = taken.flatMap((job) => {
      const those = users.get(job.id);
      return those === undefined ? [] : [{ ...job, users: those }];
    });
    if (jobs.length > 0 || back.length === 0 || time === MOST_TIMES) {
      return { jobs, more: back.length > 0 };
    }
  }
}

async function giveBack(
  database: DatabaseConnection,
  topicPrefix: string,
  claimId: string,
  jobs: readonly TakenJob[],
): Promise<void> {
  for (const [lane, those] of byLane(jobs.map((job) => ({ ...toLane(job), id: job.id })))) {
    const ends = those.map(({ id }) => ({
      jobId: id,
      claim: { id: claimId },
      outcome: { status: 'released' as const, reason: '' },
    }));
    await database.transaction((manager) => endJobs(manager, topicPrefix, lane, ends));
  }
}
