import type { JobOutcome } from '@lethe/api/deletions';
import { randomUUID } from 'node:crypto';
import type { DeletionRecord } from '@lethe/contracts';
import { endExpiredLeases } from '../src/deletions/sweep/end-expired-leases.js';
import { DeletionService, DONE } from './deletion-service.js';
import { contextOf } from './test-service.js';

let deletions: DeletionService;
beforeAll(async () => {
  deletions = await DeletionService.start();
});
afterAll(() => deletions.close());
beforeEach(async () => {
  await deletions.database.query(
    'truncate regulation.deletion_jobs, regulation.deletion_lanes cascade',
  );
  deletions.service.catalog.addWebhook('hook');
  deletions.service.catalog.add('lake', 'S3', 'cloud', {
    ...{ bucketName: 'bucket', region: 'r', accessKeyID: 'k', accessKey: 's' },
  });
});

const failed = (reason: string): JobOutcome => ({ status: 'failed', reason });
const cancel = (id: string) =>
  deletions.service.commands.cancelRegulation({
    context: contextOf(),
    id,
    allowedTypes: ['suppress_with_delete'],
  });
const storedTexts = () =>
  deletions.database.query<Record<string, unknown>>(
    `select state, reason, history, progress, accepted, record from regulation.deletion_jobs order by id`,
  );
const REFUSED: JobOutcome = { status: 'refused', reason: 'One of them.' };

describe('the reason of a deletion', () => {
  it('contains no identifier, and no part of one, of a user in any job of the same claim', async () => {
    await deletions.order(['lake'], [{ userId: 'jane', email: 'jane.smith@acme.example' }]);
    await deletions.order(['lake'], [{ userId: 'bob', phone: '+49 170 1234567' }]);
    const text =
      'users/jane.smith@acme.example/a.json, users/bob, +49 170 1234567 and jane.smith@acme.e… are archived.';
    await deletions.attempt(() => failed(text));
    const hidden = 'users/***/a.json, users/***, *** and ***… are archived.';
    expect(await deletions.jobs()).toMatchObject([{ reason: hidden }, { reason: hidden }]);
    expect(JSON.stringify(await storedTexts())).not.toMatch(/jane|smith|acme|bob|170/);
  });

  it('hides only identifiers of users at its destination if a claim has several destinations', async () => {
    await deletions.order(['lake'], [{ userId: 'jane-at-lake' }]);
    await deletions.order(['hook'], [{ userId: 'the rest' }]);
    await deletions.attempt(() => failed('Not jane-at-lake: the rest is done.'));
    expect((await deletions.jobs()).map(({ reason }) => reason)).toEqual([
      'Not ***: the rest is done.',
      'Not jane-at-lake: *** is done.', // jane is not a user of this destination
    ]);
  });

  it('is purged when the regulation of the last user of the job is canceled', async () => {
    const [one = '', two = ''] = await deletions.order(
      ['lake'],
      [{ userId: 'jane' }, { userId: 'joe' }],
    );
    const claimId = randomUUID();
    const { claimed } = await deletions.claim({ claimId });
    const { jobId } = claimed[0]!.jobs[0]!;
    const outcome = failed('events/x.json is archived.');
    await deletions.report([
      { jobId, claimId, outcome, progress: { again: ['events/jane.json'] } },
    ]);
    await cancel(one);
    expect(await storedTexts()).toMatchObject([
      {
        state: 'failed',
        reason: 'events/x.json is archived.',
        progress: expect.anything() as unknown,
      },
    ]);
    await cancel(two);
    expect(await storedTexts()).toEqual([
      {
        state: 'canceled',
        reason: null,
        progress: null,
        accepted: null,
        record: null,
        history: [
          {
            outcome: 'failed',
            worker: 'lethe',
            at: expect.any(String) as string,
            nextAttemptAt: expect.any(String) as string,
          },
        ],
      },
    ]);
  });
});

describe('the counts of a deletion', () => {
  const counted: DeletionRecord = { method: 'DELETE of rows', counts: { users: 1, rows: 0 } };
  const DONE_COUNTED: JobOutcome = { status: 'complete', record: counted };
  const recordsOf = async () => (await deletions.jobs()).map(({ record }) => record);
  const lower = [expect.stringContaining('too low')];

  it('are a lower bound if an earlier attempt possibly deleted data', async () => {
    await deletions.order(['hook'], [{ userId: 'a' }]);
    await deletions.claim();
    await deletions.passLeases(); // the worker was killed
    await endExpiredLeases(deletions.database, 'test.');
    await deletions.passDelays();
    await deletions.attempt(() => DONE_COUNTED);
    expect(await recordsOf()).toEqual([{ ...counted, notes: lower }]);
  });

  it('are exact at a first attempt, after a split, and for counts of users only', async () => {
    await deletions.order(['hook'], [{ userId: 'a' }, { userId: 'b' }]);
    await deletions.attempt(() => REFUSED);
    await deletions.attempt(() => DONE_COUNTED);
    await deletions.attempt(() => failed('Status 500.'));
    await deletions.passDelays();
    const record = { method: 'call', counts: { users: 1 } };
    await deletions.attempt(() => ({ status: 'complete', record }));
    expect(await recordsOf()).toEqual([counted, record]);
  });

  it('are also a lower bound if some users were refused', async () => {
    const [a = ''] = await deletions.order(['hook'], [{ userId: 'a' }, { userId: 'b' }]);
    await deletions.attempt(() => failed('Status 500.'));
    await deletions.passDelays();
    const refused = [{ regulationId: a, reason: 'no' }];
    await deletions.attempt(() => ({ ...DONE_COUNTED, refused }));
    expect((await recordsOf())[0]).toEqual({ ...counted, notes: lower });
  });

  it('of both halves come from new deletion requests if an accepted deletion is refused and its job is split', async () => {
    await deletions.order(['hook'], [{ userId: 'a' }, { userId: 'b' }]);
    await deletions.attempt(() => ({ status: 'accepted', statusUrl: 'https://x.example/1' }));
    await deletions.passDelays();
    await deletions.attempt(() => REFUSED);
    expect(await deletions.jobs()).toMatchObject([{ accepted: null }, { accepted: null }]);
    await deletions.attempt(() => DONE);
    await deletions.attempt(() => DONE);
    expect((await deletions.jobs()).map(({ state }) => state)).toEqual(['complete', 'complete']);
  });
});
