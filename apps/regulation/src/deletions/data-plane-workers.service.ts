import { randomUUID } from 'node:crypto';
import type { CatalogReader } from '@lethe/catalog';
import type {
  ClaimDataPlaneJob,
  DataPlaneJob,
  DataPlaneJobCommands,
  JobOutcome,
  UpdateDataPlaneJob,
} from '@lethe/api/deletions';
import type { UserIdentifiers } from '@lethe/contracts';
import type { DatabaseConnection, RunQuery } from '@lethe/database';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { assertInTime } from '../record/assert-in-time.js';
import { OF_DATA_PLANES } from './claim/claim-sql.js';
import { claimWithUsers } from './claim/claim-with-users.js';
import { statesBefore } from '../record/deletion-job-states.js';
import type { Lane } from './queues/lane.js';
import { lockLanes } from './queues/settle-lanes.js';
import { endJobs } from './report/end-jobs.js';
import { scrubOutcome } from './report/scrub-outcome.js';

/** No heartbeat comes from a data plane: a job that takes longer is offered again. */
const LEASE_MS = 30 * 60_000;
const METHOD = "the data plane's worker";
const NO_REASON = 'The data plane gave no reason.';

export interface DataPlaneWorkersOptions {
  readonly database: DatabaseConnection;
  readonly catalog: Pick<CatalogReader, 'dataPlaneWorkspaces'>;
  readonly topicPrefix: string;
  /** Called after each commit that has something to publish. */
  readonly afterCommit: () => void;
}

/** What the workers of data planes ask for, where a workspace leaves deletion to them. */
export class DataPlaneWorkersService implements DataPlaneJobCommands {
  constructor(private readonly options: DataPlaneWorkersOptions) {}

  async claimDataPlaneJob(command: ClaimDataPlaneJob): Promise<{ readonly job?: DataPlaneJob }> {
    assertInTime(command.context);
    const scope = await this.deletingWorkspaces(command);
    if (scope.length === 0) return {};
    const claim = { claimId: randomUUID(), destinations: 1, leaseMs: LEASE_MS };
    const {
      jobs: [taken],
    } = await claimWithUsers(
      this.options,
      { ...claim, kind: OF_DATA_PLANES, scope },
      () => undefined,
    );
    if (taken === undefined) return {};
    return {
      job: {
        jobId: taken.id,
        workspaceId: taken.workspace_id,
        destinationId: taken.destination_id,
        users: taken.users.map(({ identifiers }) => asStrings(identifiers)),
        failedAttempts: taken.attempt,
      },
    };
  }

  async updateDataPlaneJob(command: UpdateDataPlaneJob): Promise<void> {
    assertInTime(command.context);
    const { database, afterCommit } = this.options;
    if (command.status === 'running') return;
    const changed = await database.transaction((manager) => this.update(manager, command));
    if (changed) afterCommit();
  }

  /**
   * Counts only for a job that was handed to a data plane of its workspace, by whatever secret, also after that went back to
   * Lethe; and only while no other worker holds the job.
   *
   * @returns whether it counted
   */
  private async update(manager: EntityManager, command: UpdateDataPlaneJob): Promise<boolean> {
    const { jobId, status, context } = command;
    const [lane] = await manager.query<Lane[]>(
      `select workspace_id as "workspaceId", destination_id as "destinationId" from ${SCHEMA}.deletion_jobs
        where id = $1 and workspace_id = any($2::text[]) and data_plane_claim is not null`,
      [jobId, context.workspaceIds],
    );
    if (lane === undefined) return false;
    await lockLanes(manager, [lane]);
    // A failure that comes after the lease has been counted as one already.
    if (status !== 'failed') await takeUpAgain(manager, jobId);
    const query: RunQuery = (sql, parameters) => manager.query(sql, parameters);
    const outcome = await scrubOutcome(query, jobId, outcomeOf(command));
    const worker = 'data_plane';
    const end = { jobId, claim: worker, outcome, by: { worker } } as const;
    const ended = await endJobs(manager, this.options.topicPrefix, lane, [end]);
    return ended.length > 0;
  }

  private async deletingWorkspaces({ context }: ClaimDataPlaneJob): Promise<string[]> {
    const deleting = new Set(await this.options.catalog.dataPlaneWorkspaces());
    return context.workspaceIds.filter((id) => deleting.has(id));
  }
}

/** A job whose lease has ended waits; its data plane may have gone on, and says now what became of it. */
async function takeUpAgain(manager: EntityManager, jobId: string): Promise<void> {
  await manager.query(
    `update ${SCHEMA}.deletion_jobs j
        set state = 'running', claim_id = data_plane_claim, changed_at = statement_timestamp()
      where id = $1 and state in ${statesBefore('running')} and data_plane_claim is not null
        and exists (select from ${SCHEMA}.deletion_job_users u where u.job_id = j.id)`,
    [jobId],
  );
}

function outcomeOf({ status, reason = NO_REASON }: UpdateDataPlaneJob): JobOutcome {
  return status === 'complete'
    ? { status, record: { method: METHOD } }
    : { status: status === 'aborted' ? 'aborted' : 'failed', reason };
}

/** What a data plane's worker can read: strings only. A value that is null is left out. */
function asStrings(identifiers: UserIdentifiers): UserIdentifiers {
  const strings = Object.entries(identifiers).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
  return Object.fromEntries(strings) as UserIdentifiers;
}
