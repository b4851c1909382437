import { CAPABILITIES } from '@lethe/api/capabilities';
import { commandsOf, membersOf } from '@lethe/api/definition';
import {
  deletionWorker,
  ownWorkers,
  type JobOutcome,
  type ReportDeletions,
} from '@lethe/api/deletions';
import { suppressions } from '@lethe/api/suppressions';
import { checkStatedCommand } from './check-stated-command.js';

const checked = (capability: Parameters<typeof commandsOf>[0], id: string) => (command: object) =>
  checkStatedCommand(commandsOf(capability).get(id)!, command as { context: unknown });
const checkClaim = checked(deletionWorker, 'claimDeletions');
const checkHeartbeat = checked(deletionWorker, 'heartbeatDeletions');
const checkReport = checked(deletionWorker, 'reportDeletions');
const checkPage = checked(suppressions, 'suppressionPage');

const claimId = '0192f0c1-7c3e-4cc3-8f6e-000000000001';
const context = { requestId: 'test', deadline: 1 };
const report = (outcome: unknown, rest: object = {}): ReportDeletions => ({
  context,
  reports: [{ jobId: '7', claimId, outcome: outcome as JobOutcome, ...rest }],
});

describe('checkStatedCommand for the deletion worker', () => {
  it.each<[string, unknown]>([
    ['complete', { status: 'complete', record: { method: 'UNLINK', counts: { keys: 2 } } }],
    [
      'complete, with refused users',
      {
        status: 'complete',
        record: { method: 'm' },
        refused: [
          { regulationId: claimId, reason: 'no' },
          { regulationId: claimId, reason: 'doubtful', together: true },
        ],
      },
    ],
    ['accepted', { status: 'accepted', statusUrl: 'https://example.com/1', retryAfterMs: 5_000 }],
    ['failed', { status: 'failed', reason: 'HTTP 500' }],
    ['delayed', { status: 'delayed', cause: 'limit', reason: 'HTTP 429' }],
  ])('accepts a report of a job: %s', async (_name, outcome) => {
    const command = report(outcome, { progress: { object: 'a' } });
    await expect(checkReport(command)).resolves.toEqual(command);
  });

  it.each(['x\\udata', 'x\\u0000', '\\\\ud83d', '😀'])(
    'accepts the text %s in a heartbeat and in a report',
    async (after) => {
      const progress = { after, [after]: [{ again: [after] }] };
      const jobs = [{ jobId: '7', claimId, progress }];
      const heartbeat = { context, jobs, leaseMs: 60_000 };
      await expect(checkHeartbeat(heartbeat)).resolves.toEqual(heartbeat);
      const command = report({ status: 'failed', reason: after }, { progress });
      await expect(checkReport(command)).resolves.toEqual(command);
    },
  );

  const verifications = (outcomes: readonly object[]): [string, ReportDeletions][] =>
    outcomes.map((outcome) => [
      `a verification with ${JSON.stringify(outcome)}`,
      { context, reports: [], verifications: [{ jobId: '1', claimId, outcome }] } as never,
    ]);

  it.each<[string, ReportDeletions]>([
    ['no outcome', report(undefined)],
    ['an unknown status', report({ status: 'running' })],
    ['no reason', report({ status: 'failed' })],
    ['a long reason', report({ status: 'failed', reason: 'x'.repeat(501) })],
    ['U+0000 in the reason', report({ status: 'failed', reason: 'a\u0000b' })],
    ['half a character', report({ status: 'failed', reason: 'a\ud83d' })],
    [
      'U+0000 in a record',
      report({ status: 'complete', record: { method: 'm', notes: ['\u0000'] } }),
    ],
    [
      'a large record',
      report({ status: 'complete', record: { method: 'm', notes: ['x'.repeat(20_000)] } }),
    ],
    [
      'half a character deep in progress',
      report({ status: 'failed', reason: 'x' }, { progress: { again: [{ a: 'a\ud83d' }] } }),
    ],
    [
      'U+0000 in a name',
      report({ status: 'failed', reason: 'x' }, { progress: { again: { 'a\u0000': 1 } } }),
    ],
    ['a negative delay', report({ status: 'failed', reason: 'x', retryAfterMs: -1 })],
    [
      'a member `together` that is not a boolean',
      report({
        ...{ status: 'complete', record: { method: 'm' } },
        refused: [{ regulationId: claimId, reason: 'no', together: 'yes' }],
      }),
    ],
    ['no cause', report({ status: 'delayed', reason: 'x' })],
    [
      'large progress',
      report({ status: 'released', reason: 'x' }, { progress: { a: 'x'.repeat(9_000) } }),
    ],
    ['a job that is no number', report({ status: 'failed', reason: 'x' }, { jobId: '1; drop' })],
    ['no job', { context, reports: [] }],
    ['no job and no verification', { context, reports: [], verifications: [] }],
    ...verifications([
      { status: 'complete', record: { method: 'm' } },
      { status: 'verified' },
      { status: 'verified', record: { method: 'm' }, found: [{ regulationId: claimId, count: 0 }] },
      { status: 'verified', record: { method: 'm' }, doubtful: [claimId] },
      { status: 'cannot_be_checked' },
    ]),
  ])('refuses a report with %s', async (_name, command) => {
    await expect(checkReport(command)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('accepts a report with verifications only', async () => {
    const record = { method: 'm' };
    const outcome = {
      ...{ status: 'verified', record, reason: 'doubtful' },
      ...{ found: [{ regulationId: claimId, count: 2 }], doubtful: [claimId] },
    } as const;
    const command = { context, reports: [], verifications: [{ jobId: '1', claimId, outcome }] };
    await expect(checkReport(command)).resolves.toMatchObject(command);
  });

  it('refuses a claim or a heartbeat with values that are too large, too small or invalid', async () => {
    const claim = { context, worker: 'w', claimId, destinations: 100, leaseMs: 60_000 };
    await expect(checkClaim(claim)).resolves.toEqual(claim);
    for (const wrong of [{ destinations: 201 }, { leaseMs: 1 }, { claimId: 'x' }, { worker: '' }]) {
      await expect(checkClaim({ ...claim, ...wrong })).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
    const jobs = Array.from({ length: 2_001 }, () => ({ jobId: '1', claimId }));
    await expect(checkHeartbeat({ context, jobs, leaseMs: 60_000 })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('checkStatedCommand for a page of the feed', () => {
  const of = { requestId: 'r', deadline: 1, workspaceIds: ['ws'] };

  it.each([
    ['too many items', { context: of, limit: 10_001 }],
    ['no item', { context: of, limit: 0 }],
    ['a token that is no text', { context: of, limit: 1, token: 7 }],
    ['workspaces that are no list', { context: { ...of, workspaceIds: 'ws' }, limit: 1 }],
    ['a context that is null', { context: null, limit: 1 }],
  ])('refuses %s', async (_name, command) => {
    await expect(checkPage(command)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('accepts the requests of gateways', async () => {
    await checkPage({ context: of, limit: 10_000 });
    await checkPage({ context: { ...of, workspaceIds: [] }, token: '', limit: 1 });
  });
});

describe('checkStatedCommand for a text that PostgreSQL cannot store', () => {
  const of = { requestId: 'r', deadline: 1, workspaceId: 'ws', workspaceIds: ['ws'], actor: 'a' };
  const commands = CAPABILITIES.flatMap((one) => [...commandsOf(one).values()]);

  it.each(['a\u0000', '\ud83d'])(
    'refuses the text in every member of every command: %j',
    async (text) => {
      for (const stated of commands) {
        for (const part of stated.parts) {
          for (const [name, { is }] of membersOf(part)) {
            // A text that cannot be a lease token becomes a token without a lease.
            if (is.isIgnored === true || name === 'leaseToken') continue;
            const command = { context: of, [name]: text };
            await expect(checkStatedCommand(stated, command)).rejects.toMatchObject({
              code: 'invalid_request',
              details: { [name]: expect.any(String) as string },
            });
          }
        }
      }
    },
  );

  it('refuses the text in the context of every command', async () => {
    for (const stated of commands) {
      for (const wrong of [{ requestId: '\ud83d' }, { more: ['a\u0000'] }, { 'a\u0000': 1 }]) {
        const command = { context: { ...of, ...wrong } };
        await expect(checkStatedCommand(stated, command)).rejects.toMatchObject({
          code: 'invalid_request',
          details: { context: expect.stringContaining('must not contain') as string },
        });
      }
    }
  });
});

describe('the checked command', () => {
  const of = { requestId: 'r', deadline: 1, workspaceId: 'ws', workspaceIds: ['ws'], actor: 'a' };

  /** Required members of each command that has defaults. */
  const REQUIRED: Readonly<Record<string, object>> = {
    listRegulations: {},
    getRegulation: { id: claimId },
    lookUpUser: { userId: 'u' },
    searchUsers: { prefix: 'u' },
    suppressionPage: {},
    listDeletionJobs: {},
    retryDeletionJobs: {},
    claimDeletionJob: {},
    heartbeatDeletionJob: { jobId: '7', leaseToken: claimId },
    createImport: { regulationType: 'suppress', format: 'csv' },
    listImports: {},
  };

  it('has default values for absent members', async () => {
    const found: string[] = [];
    for (const [id, stated] of CAPABILITIES.flatMap((one) => [...commandsOf(one)])) {
      const defaults = stated.parts.flatMap((part) =>
        [...membersOf(part)].flatMap(([name, rule]) =>
          rule.default === undefined ? [] : [[name, rule.default] as const],
        ),
      );
      if (defaults.length === 0) continue;
      found.push(id);
      await expect(
        checkStatedCommand(stated, { context: of, ...REQUIRED[id] }),
      ).resolves.toMatchObject(Object.fromEntries(defaults));
    }
    expect(found).toEqual(Object.keys(REQUIRED));
  });

  it('has normalised values, and no unknown member', async () => {
    const command = { context: of, jobId: '7', leaseToken: 'none', leaseSeconds: 60, newer: true };
    await expect(checked(ownWorkers, 'heartbeatDeletionJob')(command)).resolves.toEqual({
      ...{ context: of, jobId: '7', leaseSeconds: 60 },
      leaseToken: '00000000-0000-0000-0000-000000000000',
    });
  });
});
