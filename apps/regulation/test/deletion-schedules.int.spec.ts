import { usualOrLong } from '@lethe/testing';
import type { DeletionWorkerCommands } from '@lethe/contracts';
import fc from 'fast-check';
import { endExpiredLeases } from '../src/deletion-jobs/sweep/end-expired-leases.js';
import { DeletionModel, type Outcome, type Step } from './deletion-model.js';
import { DeletionService } from './deletion-service.js';

const DESTINATIONS = ['one', 'two'];

let deletions: DeletionService;
beforeAll(async () => {
  deletions = await DeletionService.start();
  for (const id of DESTINATIONS) deletions.service.catalog.addWebhook(id);
});
afterAll(() => deletions.close());

const nat = fc.nat({ max: 1_000 });
const outcome = fc.constantFrom<Outcome>(
  ...(['complete', 'refusing', 'refused', 'failed', 'delayed', 'accepted', 'released'] as const),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      at: nat,
      users: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('claim' as const),
      by: nat,
      places: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('call' as const), of: nat }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('report' as const), of: nat, outcome }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('repeat' as const, 'beat' as const), of: nat }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('freeze' as const), of: nat }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), of: nat }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('sweep' as const, 'pass' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const) }),
  },
);

async function play(
  steps: readonly Step[] | readonly (readonly Step[])[],
  worker: DeletionWorkerCommands = deletions.service.letheWorker,
): Promise<void> {
  const schedules = steps.map((step) => ('kind' in step ? [step] : step));
  const together = steps.every((step) => 'kind' in step) ? [schedules.flat()] : schedules;
  await deletions.database.query(
    'truncate regulation.deletion_jobs, regulation.deletion_lanes, regulation.outbox cascade',
  );
  const sweep = () => endExpiredLeases(deletions.database, 'test.');
  await new DeletionModel(deletions, worker, sweep, DESTINATIONS).run(...together);
}

describe('random schedules of deletions', () => {
  it('end every job once, with no call outside of a lease and no user lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => play(steps)),
      { numRuns: usualOrLong(20, 2_000) },
    );
  });
});

describe('schedules of several workers at the same time', () => {
  it('end every job once, without a deadlock', async () => {
    const schedule = fc.array(step, { minLength: 10, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(fc.array(schedule, { minLength: 4, maxLength: 4 }), (schedules) =>
        play(schedules),
      ),
      { numRuns: usualOrLong(5, 500) },
    );
  });
});

/** What finds each flaw for certain: a worker stands still past its lease, and its job goes to another one. */
const TAKEN_OVER: readonly Step[] = [
  { kind: 'order', at: 0, users: 2 },
  { kind: 'claim', by: 0, places: 1 },
  { kind: 'call', of: 0 },
  { kind: 'freeze', of: 0 },
  { kind: 'sweep' },
  { kind: 'pass' },
  { kind: 'claim', by: 1, places: 1 },
  { kind: 'repeat', of: 0 },
  { kind: 'beat', of: 1 },
];

describe('the model', () => {
  /** Looks up what is out, whoever says so. */
  const present = async (jobId: string) => {
    const [job] = await deletions.database.query<{ claimId: string | null }>(
      'select claim_id as "claimId" from regulation.deletion_jobs where id = $1',
      [jobId],
    );
    return job?.claimId;
  };

  it('finds nothing where there is nothing', () => play(TAKEN_OVER));

  it('finds that the token of a report is not looked at', async () => {
    const worker = deletions.service.letheWorker;
    const flawed: DeletionWorkerCommands = {
      claimDeletions: (command) => worker.claimDeletions(command),
      heartbeatDeletions: (command) => worker.heartbeatDeletions(command),
      reportDeletions: async (command) => {
        const reports = await Promise.all(
          command.reports.map(async (report) => ({
            ...report,
            claimId: (await present(report.jobId)) ?? report.claimId,
          })),
        );
        return worker.reportDeletions({ ...command, reports });
      },
    };
    await expect(play(TAKEN_OVER, flawed)).rejects.toThrow('a heartbeat was answered false');
  });

  it('finds that a lease is renewed after its end', async () => {
    const worker = deletions.service.letheWorker;
    const flawed: DeletionWorkerCommands = {
      claimDeletions: (command) => worker.claimDeletions(command),
      reportDeletions: (command) => worker.reportDeletions(command),
      heartbeatDeletions: async (command) => {
        await deletions.database.query(
          `update regulation.deletion_jobs set lease_expires_at = statement_timestamp() + interval '1 h'
            where id = any($1) and state = 'running'`,
          [command.jobs.map(({ jobId }) => jobId)],
        );
        return worker.heartbeatDeletions(command);
      },
    };
    const steps: Step[] = [...TAKEN_OVER.slice(0, 4), { kind: 'beat', of: 0 }];
    await play(steps);
    await expect(play(steps, flawed)).rejects.toThrow('a heartbeat was answered true');
  });

  it('finds that a split loses a user', async () => {
    const worker = deletions.service.letheWorker;
    const flawed: DeletionWorkerCommands = {
      claimDeletions: (command) => worker.claimDeletions(command),
      heartbeatDeletions: (command) => worker.heartbeatDeletions(command),
      reportDeletions: async (command) => {
        const result = await worker.reportDeletions(command);
        if (command.reports.some(({ outcome: { status } }) => status === 'refused')) {
          await deletions.database.query(
            `delete from regulation.deletion_job_users where regulation_id = (
               select max(regulation_id::text)::uuid from regulation.deletion_job_users)`,
          );
        }
        return result;
      },
    };
    const steps: Step[] = [
      { kind: 'order', at: 0, users: 4 },
      { kind: 'claim', by: 0, places: 1 },
      { kind: 'call', of: 0 },
      { kind: 'report', of: 0, outcome: 'refused' },
    ];
    await play(steps);
    await expect(play(steps, flawed)).rejects.toThrow('was lost');
  });
});
