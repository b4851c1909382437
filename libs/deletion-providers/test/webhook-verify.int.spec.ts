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
  const verify = (count: number, config: object = {}) => {
    const input: DeletionInput = {
      ...{ jobId: '7', workspaceId: 'ws', destinationId: 'dst', destinationType: 'WEBHOOK' },
      config: {
        ...{ deletionUrl: `${receiver.url}/delete`, deletionSecret: SECRET },
        ...{ verificationUrl: `${receiver.url}/verify`, ...config },
      },
      users: Array.from({ length: count }, (_, n) => ({
        regulationId: `reg-${String(n)}`,
        identifiers: { userId: `user-${String(n)}`, email: `${String(n)}@example.com` },
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
    ['accepts the request', 202, { found: [] }],
  ])('fails if the answer %s, and is never absent', async (_what, status, body) => {
    answer(status, body);
    expect(await verify(1)).toMatchObject({ status: 'failed' });
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
    expect(await verify(1)).toMatchObject({ status: 'cannot_be_checked' });
    answer(503, '');
    expect(await verify(1)).toMatchObject({ status: 'delayed' });
  });
});
