import type { DeletionInput } from '@lethe/destinations';
import { Webhook } from 'standardwebhooks';
import { createWebhookDeletion } from '../src/webhook/create-webhook-deletion.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

describe('the verification by a webhook', () => {
  let receiver: WebhookReceiver;
  const provider = createWebhookDeletion({ allow: ['127.0.0.1'] });
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(async () => {
    await provider.close();
    await receiver.close();
  });
  beforeEach(() => {
    receiver.calls.length = 0;
  });
  const verify = (
    count: number,
    config: object = {},
    idOf = (n: number) => `user-${String(n)}`,
  ) => {
    const input: DeletionInput = {
      ...{ jobId: '7', workspaceId: 'ws', destinationId: 'dst', destinationType: 'WEBHOOK' },
      config: {
        ...{ deletionUrl: `${receiver.url}/delete`, deletionSecret: SECRET },
        ...{ verificationUrl: `${receiver.url}/verify`, ...config },
      },
      users: Array.from({ length: count }, (_, n) => ({
        regulationId: `reg-${String(n)}`,
        identifiers: { userId: idOf(n), email: `${String(n)}@example.com` },
      })),
      beforeCall: () => Promise.resolve(),
      saveProgress: () => undefined,
      signal: new AbortController().signal,
    };
    return provider.verify!(input);
  };
  const answer = (status: number, body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    receiver.answerWith((_, response) => response.writeHead(status).end(text));
  };

  it('asks the verificationUrl with a signed call, and reads who was found and who is in doubt', async () => {
    answer(200, {
      found: [{ userId: 'user-0', count: 2 }, { regulationId: 'reg-1' }],
      unknown: [{ userId: 'user-2' }],
    });
    expect(await verify(4)).toEqual({
      status: 'verified',
      record: { method: 'Verification webhook', counts: { users: 3 } },
      found: [
        { regulationId: 'reg-0', count: 2 },
        { regulationId: 'reg-1', count: 1 },
      ],
      ...{ doubtful: ['reg-2'], reason: expect.stringContaining('cannot say') as string },
    });
    expect(receiver.calls.map(({ path }) => path)).toEqual(['/verify']);
    const { body, headers } = receiver.calls[0]!;
    const sent = new Webhook(SECRET).verify(body, headers as Record<string, string>);
    expect(sent).toMatchObject({ type: 'user.verification_requested', data: { jobId: '7' } });
  });

  it('makes one call for each 100 users', async () => {
    answer(200, { found: [] });
    expect(await verify(250)).toEqual({
      status: 'verified',
      record: { method: 'Verification webhook', counts: { users: 250 } },
    });
    expect(receiver.calls).toHaveLength(3);
  });

  it.each<[string, number, unknown]>([
    ['is empty', 200, ''],
    ['is text', 200, 'OK'],
    ['has no list "found"', 200, { ok: true }],
    ['names another user', 200, { found: [{ userId: 'other', count: 1 }] }],
    ['has a count of 0', 200, { found: [{ userId: 'user-0', count: 0 }] }],
    ['names a user twice', 200, { found: [{ userId: 'user-0' }, { regulationId: 'reg-0' }] }],
    ['accepts the request', 202, { found: [] }],
    ['is not done yet', 200, { found: [], status: 'pending' }],
    ['reports an error beside the list', 200, { found: [], error: 'database down' }],
    ['reports a failure beside the list', 200, { found: [], success: false }],
    ['has a failed status beside the list', 200, { found: [], status: 'failed' }],
    ['has a failure in a member', 200, { found: [], verification: { state: 'failed' } }],
    ['is a page', 200, '<!doctype html><title>Sign in</title>'],
  ])('fails if the answer %s, and is never absent', async (_what, status, body) => {
    answer(status, body);
    expect(await verify(1)).toMatchObject({ status: 'failed' });
  });

  it.each<[string, unknown]>([
    ['is not JSON', 'OK'],
    ['has no list "found"', {}],
    ['names a user who was not in the request in found[0]', { found: [{ userId: 'other' }] }],
    ['has a count in found[0] that is no', { found: [{ userId: 'user-0', count: 0 }] }],
    [
      'names a user in found[1] more often than the request',
      { found: [{ userId: 'user-0' }, { userId: 'user-0' }] },
    ],
    ['is larger than 1 MiB', { found: [], more: 'x'.repeat(1024 * 1024) }],
  ])('says that the answer %s', async (problem, body) => {
    answer(200, body);
    expect(await verify(1)).toMatchObject({
      reason: expect.stringContaining(
        `The verification URL gave an answer that ${problem}`,
      ) as string,
    });
  });

  it('takes one element for each regulation of a user, and keeps the largest count', async () => {
    answer(200, { found: [{ userId: 'user-0', count: 2 }, { userId: 'user-0' }] });
    expect(await verify(2, {}, () => 'user-0')).toMatchObject({
      found: [
        { regulationId: 'reg-0', count: 2 },
        { regulationId: 'reg-1', count: 2 },
      ],
    });
  });

  /** Answers each call by the numbers of its users. The other users have no data. */
  const answerBy = (answered: (users: readonly number[]) => [status: number, body: object]) => {
    receiver.answerWith(({ body }, response) => {
      const { data } = JSON.parse(body) as { data: { users: { userId: string }[] } };
      const [status, said] = answered(data.users.map(({ userId }) => Number(userId.slice(5))));
      response.writeHead(status).end(JSON.stringify(said));
    });
  };
  const cannotBeChecked = (id: number, reason: string) => ({
    regulationIds: [`reg-${String(id)}`],
    outcome: { status: 'cannot_be_checked', reason: expect.stringContaining(reason) as string },
  });

  it.each<[string, [number, object], string]>([
    ['with status 400', [400, {}], 'status 400'],
    ['with status 413', [413, {}], 'status 413'],
    [
      'and names the user',
      [422, { refused: [{ userId: 'user-7', reason: 'on hold' }] }],
      'on hold',
    ],
  ])('answers for all users but one whom the receiver refuses %s', async (_how, said, reason) => {
    answerBy((users) => (users.includes(7) ? said : [200, { found: [] }]));
    expect(await verify(100)).toEqual({
      ...{ status: 'verified', record: { method: 'Verification webhook', counts: { users: 99 } } },
      unanswered: [cannotBeChecked(7, reason)],
    });
    expect(receiver.calls.length).toBeLessThan(20);
  });

  it('makes few calls to a receiver that refuses every user, or fails', async () => {
    answer(400, '');
    await verify(200);
    expect(receiver.calls.length).toBeLessThan(70);
    receiver.calls.length = 0;
    answer(200, { success: false });
    await verify(200);
    expect(receiver.calls.length).toBeLessThan(20);
  });

  it.each([400, 500, 503])('keeps what other calls found after status %i', async (status) => {
    answerBy((users) =>
      users.includes(5) ? [200, { found: [{ userId: 'user-5' }] }] : [status, {}],
    );
    const outcome = await verify(150);
    expect(outcome).toMatchObject({
      ...{ status: 'verified', found: [{ regulationId: 'reg-5', count: 1 }] },
      record: { counts: { users: 100 } },
    });
    const { unanswered = [] } = outcome as { unanswered?: { regulationIds: string[] }[] };
    expect(unanswered.flatMap(({ regulationIds }) => regulationIds)).toHaveLength(50);
  });

  it('cannot be checked without a verificationUrl, or if the address does not verify', async () => {
    expect(await verify(1, { verificationUrl: '' })).toMatchObject({
      ...{
        status: 'cannot_be_checked',
        reason: expect.stringContaining('verificationUrl') as string,
      },
    });
    expect(receiver.calls).toEqual([]);
    answer(404, '');
    expect(await verify(1)).toEqual({
      status: 'cannot_be_checked',
      reason:
        'The verification URL answered with status 404: this address does not accept verifications. Correct it in the configuration of the destination, then verify again.',
    });
    answer(503, '');
    expect(await verify(1)).toMatchObject({ status: 'delayed' });
  });
});
