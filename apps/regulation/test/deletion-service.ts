import type {
  ClaimDeletionsResult,
  ClaimedJob,
  JobOutcome,
  ReportDeletions,
} from '@lethe/api/deletions';
import { randomUUID } from 'node:crypto';

import type { DataSource } from 'typeorm';
import { contextOf, newTestService, testServiceOn, type TestService } from './test-service.js';

/** A test service without a deletion delay, so that workers can claim deletions at once. */
export class DeletionService {
  private constructor(readonly service: TestService) {
    service.catalog.settings = {
      deletionDelaySeconds: 0,
      deletionDeadlineDays: 30,
      verifyAfterDays: null,
      deletions: 'lethe',
    };
  }

  static async start(): Promise<DeletionService> {
    return new DeletionService(await newTestService());
  }

  /** Starts another instance on the same database and catalog. */
  async another(
    prepare: (dataSource: DataSource) => void = () => undefined,
    personalDataDays = 30,
  ): Promise<DeletionService> {
    const { url, catalog } = this.service;
    return new DeletionService(await testServiceOn(url, { catalog, prepare, personalDataDays }));
  }

  get database() {
    return this.service.database;
  }

  close(): Promise<void> {
    return this.service.close();
  }

  /** Creates deletions. Returns the ids of the regulations, in the sequence of the users. */
  async order(
    destinationIds: readonly string[],
    users: readonly ({ readonly userId: string } & Record<string, unknown>)[],
    workspaceId = 'ws_a',
    regulationType: 'suppress_with_delete' | 'delete' = 'suppress_with_delete',
  ): Promise<string[]> {
    const { records } = await this.service.commands.createRegulations({
      context: contextOf(workspaceId),
      ...{ regulationType, destinationIds, users },
      wantRecords: true,
    });
    return records!.map(({ id }) => id);
  }

  except(jobId: string, reason = 'The vendor is gone.', workspaceId = 'ws_a') {
    const context = contextOf(workspaceId);
    return this.service.commands.exceptDeletionJob({ context, id: jobId, reason });
  }

  claim(
    options: { claimId?: string; destinations?: number; leaseMs?: number } = {},
  ): Promise<ClaimDeletionsResult> {
    const { claimId = randomUUID(), destinations = 100, leaseMs = 600_000 } = options;
    const context = contextOf();
    return this.service.commands.claimDeletions({
      context,
      worker: 'test',
      claimId,
      destinations,
      leaseMs,
    });
  }

  report(reports: ReportDeletions['reports']) {
    return this.service.commands.reportDeletions({ context: contextOf(), reports });
  }

  async attempt(outcome: (job: ClaimedJob) => JobOutcome): Promise<ClaimedJob[]> {
    const claimId = randomUUID();
    const { claimed } = await this.claim({ claimId });
    const jobs = claimed.flatMap((destination) => destination.jobs);
    if (jobs.length > 0) {
      await this.report(jobs.map((job) => ({ jobId: job.jobId, claimId, outcome: outcome(job) })));
    }
    return jobs;
  }

  /** Makes all waiting jobs claimable now. Locks rows in the same sequence as the service. */
  async passDelays(): Promise<void> {
    await this.database.query(
      `with locked as (
         select id from regulation.deletion_jobs
          where state in ('pending', 'failed') and claimable_at > statement_timestamp() order by id for update)
       update regulation.deletion_jobs j set claimable_at = statement_timestamp()
         from locked where j.id = locked.id`,
    );
    await this.database.query(
      `with locked as (
         select ctid from regulation.deletion_lanes order by workspace_id, destination_id for update)
       update regulation.deletion_lanes lane
          set delayed_until = null, ready_at = least(ready_at, statement_timestamp())
         from locked where lane.ctid = locked.ctid`,
    );
  }

  /** Ends the leases of these claims, or of all claims. */
  async passLeases(claimIds?: readonly string[]): Promise<void> {
    await this.database.query(
      `update regulation.deletion_jobs set lease_expires_at = statement_timestamp() - interval '1 ms'
        where state = 'running' and ($1::uuid[] is null or claim_id = any($1))`,
      [claimIds ?? null],
    );
  }

  /** Subtracts `ms` from all stored times, as if the clock of the database had moved forward. */
  async jump(ms: number): Promise<void> {
    const by = `$1::float8 * interval '1 millisecond'`;
    await this.database.query(
      `with locked as (select id from regulation.deletion_jobs order by id for update)
       update regulation.deletion_jobs j
          set created_at = created_at - ${by}, changed_at = changed_at - ${by}, due_at = due_at - ${by},
              later_due_at = later_due_at - ${by}, claimable_at = claimable_at - ${by}, lease_expires_at = lease_expires_at - ${by},
              started_at = started_at - ${by}, finished_at = finished_at - ${by},
              first_completed_at = first_completed_at - ${by}
         from locked where j.id = locked.id`,
      [ms],
    );
    await this.database.query(
      `with locked as (select id from regulation.regulations order by id for update)
       update regulation.regulations r
          set due_at = due_at - ${by}, received_at = received_at - ${by}, created_at = created_at - ${by},
              done_at = done_at - ${by}, canceled_at = canceled_at - ${by}
         from locked where r.id = locked.id`,
      [ms],
    );
    await this.database.query(
      `with locked as (
         select ctid from regulation.deletion_lanes order by workspace_id, destination_id for update)
       update regulation.deletion_lanes lane
          set ready_at = ready_at - ${by}, served_at = served_at - ${by}, delayed_until = delayed_until - ${by},
              verify_at = verify_at - ${by}
         from locked where lane.ctid = locked.ctid`,
      [ms],
    );
    await this.database.query(
      `update regulation.deletion_verifications
          set due_at = due_at - ${by}, claimable_at = claimable_at - ${by}, finished_at = finished_at - ${by}`,
      [ms],
    );
  }

  jobs(workspaceId = 'ws_a') {
    return this.database.query<JobRow>(
      `select j.id, j.destination_id, j.state, j.attempt, j.reason, j.held, j.accepted, j.progress, j.record,
              j.started_at, j.finished_at, j.due_at, j.claim_id,
              extract(epoch from j.claimable_at - statement_timestamp())::float8 as waits,
              array(select u.regulation_id from regulation.deletion_job_users u where u.job_id = j.id
                     order by 1) as users
         from regulation.deletion_jobs j where workspace_id = $1 order by id`,
      [workspaceId],
    );
  }

  /** Returns the published states. A key has the form `<regulation> at <destination>`. */
  async toldOfAll(): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await this.database.query<{ name: string; told: string[] }>(
      `select key || ' at ' || (data::json ->> 'destinationId') as name,
              array_agg(data::json ->> 'status' order by id) as told
         from regulation.outbox where event_type like '%deletion-status-changed%' group by 1`,
    );
    return new Map(rows.map(({ name, told }) => [name, told]));
  }

  async told(regulationId: string): Promise<string[]> {
    const rows = await this.database.query<{ status: string }>(
      `select data::json ->> 'status' as status from regulation.outbox
        where key = $1 and event_type like '%deletion-status-changed%' order by id`,
      [regulationId],
    );
    return rows.map(({ status }) => status);
  }
}

export interface JobRow {
  readonly id: string;
  readonly destination_id: string;
  readonly state: string;
  readonly attempt: number;
  readonly reason: string | null;
  readonly held: boolean;
  readonly accepted: { statusUrl: string; acceptedAt: string } | null;
  readonly progress: unknown;
  readonly record: unknown;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
  readonly due_at: Date | null;
  readonly claim_id: string | null;
  readonly waits: number;
  readonly users: string[];
}

export const DONE: JobOutcome = { status: 'complete', record: { method: 'test' } };
