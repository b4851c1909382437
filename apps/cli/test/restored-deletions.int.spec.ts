import type { ClaimedJob, JobOutcome } from '@lethe/api/deletions';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describeWithKafka, waitFor } from '@lethe/testing';
import { runCli } from './cli-under-test.js';
import { Restorable } from './restorable.js';

const DONE: JobOutcome = { status: 'complete', record: { method: 'test' } };
const FAILED_PERMANENTLY: JobOutcome = { status: 'aborted', reason: 'HTTP 401' };
const FAILED: JobOutcome = { status: 'failed', reason: 'HTTP 500' };
const REBUILT = 'Rebuilt after a restore of the database.';
const TIME = expect.any(String) as string;
/** Common members of recreated jobs. Their attempts are lost. */
const JOB = { overdue: false, jobId: expect.stringMatching(/^\d+$/) as string, history: [] };

const config = { deletionUrl: 'https://example.com/delete' };
const destinations = ['one', 'two', 'three'].map((id) => {
  return { id, name: id, type: 'WEBHOOK', enabled: true, config };
});
const WORKSPACES = { workspaces: [{ id: 'ws_a', deletionDelay: 0, destinations }] };

describeWithKafka('deletions with a final state that a restore lost', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-restored-'));
  let lethe: Restorable;
  /** Ids of regulations by user. */
  const ids = new Map<string, string>();

  const context = () => ({
    ...{ requestId: 'test', deadline: Date.now() + 600_000, workspaceId: 'ws_a', actor: 'test' },
  });
  const done = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCli(args, lethe.environment);
    expect([code, stderr]).toEqual([0, []]);
    return stdout.join('\n');
  };
  const order = async (users: readonly string[], destinationIds: readonly string[]) => {
    const created = await lethe.create('ws_a', {
      ...{ regulationType: 'delete', destinationIds },
      users: users.map((userId) => ({ userId, email: `${userId}@example.com` })),
    });
    created.forEach((id, n) => ids.set(users[n]!, id));
  };
  /**
   * Claims a waiting job and reports its outcome. The claim gets no job before the relay has
   * compared the topics with the database.
   */
  const carryOut = async (outcome: (job: ClaimedJob, at: string) => JobOutcome): Promise<void> => {
    const { commands } = lethe.core!;
    const claimId = randomUUID();
    const claim = { worker: 'test', claimId, destinations: 1, leaseMs: 600_000 };
    const { destinationId, jobs } = await waitFor(
      async () => (await commands.claimDeletions({ context: context(), ...claim })).claimed.at(0),
      { message: 'a job' },
    );
    const report = { jobId: jobs[0]!.jobId, claimId, outcome: outcome(jobs[0]!, destinationId) };
    await commands.reportDeletions({ context: context(), reports: [report] });
  };
  const retry = (user: string) =>
    lethe.core!.commands.retryRegulation({ context: context(), id: ids.get(user)! });
  const shown = async (user: string) => {
    const detail = await lethe.core!.commands.getRegulation({
      context: context(),
      id: ids.get(user)!,
    });
    return { status: detail.status, deletions: detail.deletions };
  };
  const jobs = () =>
    lethe.query(
      `select string_agg(r.user_id, ',' order by r.user_id) as users, j.destination_id, j.state, j.held
         from regulation.deletion_jobs j join regulation.deletion_job_users u on u.job_id = j.id
         join regulation.regulations r on r.id = u.regulation_id
        group by j.id order by users, destination_id`,
    );

  beforeAll(async () => {
    lethe = await Restorable.make();
    const file = join(folder, 'workspaces.json');
    writeFileSync(file, JSON.stringify(WORKSPACES));
    await done('workspace', 'apply', file);
    const backup = await lethe.backUp();

    // The backup lacks everything that happens from here.
    await lethe.start();
    await order(['gone', 'gone too', 'refused'], ['one']);
    await carryOut(({ users }) => {
      const refused = users.filter(({ regulationId }) => regulationId === ids.get('refused'));
      return { ...DONE, refused: refused.map((user) => ({ ...user, reason: 'HTTP 422' })) };
    });
    await order(['gone at last'], ['one']);
    await carryOut(() => FAILED_PERMANENTLY);
    await retry('gone at last');
    await carryOut(() => DONE);
    await order(['tried again'], ['one']);
    await carryOut(() => FAILED_PERMANENTLY);
    await order(['half'], ['two', 'three']);
    await carryOut((_, at) => (at === 'two' ? DONE : FAILED));
    await carryOut((_, at) => (at === 'two' ? DONE : FAILED));
    await retry('tried again');
    await lethe.told();
    await lethe.stop();
    await lethe.putBack(backup);
  });

  afterAll(async () => {
    await lethe.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are recreated in their final state, and only open deletions are on hold', async () => {
    expect(await done('restored', '--apply')).toMatch(
      /on hold until they are released: 2\n(.*\n){2}Deletion jobs created again in their final state: 4\n/,
    );
    expect(await jobs()).toEqual([
      { users: 'gone at last', destination_id: 'one', state: 'complete', held: false },
      { users: 'gone,gone too', destination_id: 'one', state: 'complete', held: false },
      { users: 'half', destination_id: 'three', state: 'pending', held: true },
      { users: 'half', destination_id: 'two', state: 'complete', held: false },
      { users: 'refused', destination_id: 'one', state: 'aborted', held: false },
      { users: 'tried again', destination_id: 'one', state: 'pending', held: true },
    ]);
    expect(await done('restored', '--apply')).not.toContain('created again');
  });

  it('are shown in their final state', async () => {
    await lethe.start();
    const complete = {
      ...{ status: 'complete', attempts: 0, finishedAt: TIME, ...JOB },
      reason: `${REBUILT} The method of the deletion is no longer known.`,
    };
    for (const user of ['gone', 'gone too', 'gone at last']) {
      expect(await shown(user)).toEqual({
        ...{ status: 'deleted', deletions: [{ destinationId: 'one', ...complete }] },
      });
    }
    expect(await shown('refused')).toMatchObject({
      status: 'deletion_failed',
      deletions: [
        { status: 'aborted', reason: `${REBUILT} The reason of the failure is no longer known.` },
      ],
    });
    expect(await shown('half')).toEqual({
      status: 'deleting',
      deletions: [
        { destinationId: 'three', status: 'pending', attempts: 0, held: true, ...JOB },
        { destinationId: 'two', ...complete },
      ],
    });
    const summary = await lethe.core!.commands.summarizeDeletionJobs({ context: context() });
    expect(summary.destinations[0]).toMatchObject({
      destinationId: 'one',
      held: 1,
      states: { complete: { jobs: 2 }, aborted: { jobs: 1 }, pending: { jobs: 1 } },
    });
  });

  it('are not retried without the identifiers of the users', async () => {
    await expect(retry('refused')).rejects.toThrow('were purged');
  });

  it('can be completed after their release', async () => {
    expect(await runCli(['deletions', 'release', '--all'], lethe.environment)).toMatchObject({
      code: 0,
    });
    await carryOut(() => DONE);
    await carryOut(() => DONE);
    expect(await shown('half')).toMatchObject({ status: 'deleted' });
    expect(await shown('tried again')).toMatchObject({ status: 'deleted' });
    await waitFor(
      async () => {
        const list = { limit: 10, status: 'deleted' } as const;
        const { data } = await lethe.core!.commands.listRegulations({
          context: context(),
          ...list,
        });
        return data.length === 5;
      },
      { message: 'the list to show what is deleted' },
    );
    await lethe.told();
    expect(lethe.refusal).toBeUndefined();
  });
});
