import { randomUUID } from 'node:crypto';
import type { CatalogReader } from '@lethe/catalog';
import type {
  ClaimDataPlaneJobCommand,
  DataPlaneDeletionCommands,
  DataPlaneJob,
  JobOutcome,
  UpdateDataPlaneJobCommand,
  UserIdentifiers,
} from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import type { RunQuery } from '@lethe/outbox';
import type { EntityManager } from 'typeorm';
import { SCHEMA } from '../database/schema-name.js';
import { assertInTime } from '../regulations/assert-in-time.js';
import { OF_DATA_PLANES } from './claim/claim-sql.js';
import { claimWithUsers } from './claim/claim-with-users.js';
import { statesBefore } from './deletion-job-states.js';
import { isJobId } from './job-id.js';
import type { Lane } from './lanes/lane.js';
import { lockLanes } from './lanes/settle-lanes.js';
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
export class DataPlaneWorkersService implements DataPlaneDeletionCommands {
  constructor(private readonly options: DataPlaneWorkersOptions) {}

  async claimDataPlaneJob(
    command: ClaimDataPlaneJobCommand,
  ): Promise<{ readonly job?: DataPlaneJob }> {
    assertInTime(command);
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

  async updateDataPlaneJob(command: UpdateDataPlaneJobCommand): Promise<void> {
    assertInTime(command);
    const { database, afterCommit } = this.options;
    if (command.status === 'running' || !isJobId(command.jobId)) return;
    const changed = await database.transaction((manager) => this.update(manager, command));
    if (changed) afterCommit();
  }

  private async update(
    manager: EntityManager,
    command: UpdateDataPlaneJobCommand,
  ): Promise<boolean> {
    const { jobId, status, workspaceIds } = command;
    // A workspace that went back to Lethe: its data plane still says what became of the job that it had.
    const [lane] = await manager.query<Lane[]>(
      `select workspace_id as "workspaceId", destination_id as "destinationId" from ${SCHEMA}.deletion_jobs
        where id = $1 and workspace_id = any($2::text[]) and destination_type <> 'CUSTOM'
          and started_at is not null`,
      [jobId, workspaceIds],
    );
    if (lane === undefined) return false;
    await lockLanes(manager, [lane]);
    if (status !== 'complete' && (await isOfLethe(manager, jobId))) return false;
    // A failure that comes after the lease has been counted as one already.
    if (status !== 'failed') await takeUpAgain(manager, jobId);
    const query: RunQuery = (sql, parameters) => manager.query(sql, parameters);
    const outcome = await scrubOutcome(query, jobId, outcomeOf(command));
    const by = { worker: 'data_plane' } as const;
    const end = { jobId, claim: 'whoever' as const, outcome, by };
    const ended = await endJobs(manager, this.options.topicPrefix, lane, [end]);
    return ended.length > 0;
  }

  private async deletingWorkspaces({ workspaceIds }: ClaimDataPlaneJobCommand): Promise<string[]> {
    const deleting = new Set(await this.options.catalog.dataPlaneWorkspaces());
    return workspaceIds.filter((id) => deleting.has(id));
  }
}

/** Whether Lethe's own worker has the job now: its attempt is not a data plane's to end. */
async function isOfLethe(manager: EntityManager, jobId: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    `select 1 from ${SCHEMA}.deletion_jobs j
       join ${SCHEMA}.deletion_lanes lane using (workspace_id, destination_id)
      where j.id = $1 and j.state = 'running' and lane.claim_id = j.claim_id and lane.worker is not null`,
    [jobId],
  );
  return rows.length > 0;
}

/** A job whose lease has ended waits; its data plane may have gone on, and says now what became of it. */
async function takeUpAgain(manager: EntityManager, jobId: string): Promise<void> {
  await manager.query(
    `update ${SCHEMA}.deletion_jobs set state = 'running', claim_id = null, changed_at = statement_timestamp()
      where id = $1 and state in ${statesBefore('running')} and started_at is not null
        and exists (select from ${SCHEMA}.deletion_job_users u where u.job_id = deletion_jobs.id)`,
    [jobId],
  );
}

function outcomeOf({ status, reason = NO_REASON }: UpdateDataPlaneJobCommand): JobOutcome {
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
