import { toWebhookSecrets } from '@lethe/destination-definitions';
import { LeaseEndedError, type DeletionInput, type DeletionOutcome } from '@lethe/destinations';
import { Webhook } from 'standardwebhooks';
import { createWebhookDeletion } from '../src/webhook/create-webhook-deletion.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('fedcba9876543210fedcba9876543210').toString('base64')}`;

interface Body {
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly jobId: string;
    readonly users: readonly {
      readonly regulationId: string;
      readonly userId: string;
      readonly identifiers: object;
    }[];
  };
}

describe('the webhook deletion', () => {
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

  function inputFor(
    userIds: readonly string[],
    more: Partial<DeletionInput> = {},
    config: object = {},
  ): DeletionInput {
    return {
      jobId: 'job-1',
      workspaceId: 'ws',
      destinationId: 'dst',
      destinationType: 'WEBHOOK',
      config: { deletionUrl: `${receiver.url}/delete?a=1`, deletionSecret: SECRET, ...config },
      users: userIds.map((userId, n) => ({
        regulationId: `reg-${String(n)}`,
        identifiers: { userId, email: `${userId}@example.com` },
      })),
      beforeCall: () => Promise.resolve(),
      saveProgress: () => undefined,
      signal: new AbortController().signal,
      ...more,
    };
  }
  const bodyOf = (call: { readonly body: string }): Body => JSON.parse(call.body) as Body;
  const idOf = (n: number): unknown => receiver.calls[n]?.headers['webhook-id'];
  const verify = (secret: string, n = 0): unknown => {
    const { body, headers } = receiver.calls[n]!;
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  };
  const answerStatus = (status: number, headers: Record<string, string> = {}, body = '') => {
    receiver.answerWith((_, response) => response.writeHead(status, headers).end(body));
  };

  it('sends all identifiers of users, with a signature that a library can verify', async () => {
    answerStatus(204);
    const outcome = await provider.delete(inputFor(['jane', 'jörg ☃']));
    expect(outcome).toEqual({
      status: 'complete',
      record: { method: 'Deletion webhook', counts: { users: 2 } },
    });
    const [call] = receiver.calls;
    expect(call).toMatchObject({ method: 'POST', path: '/delete?a=1' });
    expect(call!.headers['content-type']).toBe('application/json; charset=utf-8');
    const body = verify(SECRET) as Body;
    expect(body).toEqual({
      type: 'user.deletion_requested',
      timestamp: new Date(body.timestamp).toISOString(),
      data: {
        jobId: 'job-1',
        users: [
          { regulationId: 'reg-0', userId: 'jane', identifiers: { email: 'jane@example.com' } },
          { regulationId: 'reg-1', userId: 'jörg ☃', identifiers: { email: 'jörg ☃@example.com' } },
        ],
      },
    });
    expect(() => verify(OTHER)).toThrow('No matching signature');
    expect(() => new Webhook(SECRET).verify(`${call!.body} `, call!.headers as never)).toThrow();
  });

  it('signs with several secrets or a secret in any form, and works without a secret', async () => {
    answerStatus(200, {}, 'OK');
    await provider.delete(inputFor(['jane'], {}, { deletionSecret: `${SECRET} ${OTHER}` }));
    verify(SECRET);
    verify(OTHER);
    const older = 'correct horse battery staple';
    await provider.delete(inputFor(['jane'], {}, { deletionSecret: older }));
    verify(toWebhookSecrets(older)![0]!, 1);
    await provider.delete(inputFor(['jane'], {}, { deletionSecret: '' }));
    const { headers } = receiver.calls[2]!;
    expect(headers['webhook-id']).toBe(idOf(0));
    expect(headers).toHaveProperty('webhook-timestamp');
    expect(headers).not.toHaveProperty('webhook-signature');
    const broken = await provider.delete(inputFor(['jane'], {}, { deletionSecret: 'whsec_no!' }));
    expect(broken).toMatchObject({ status: 'aborted', cause: 'configuration' });
    expect(JSON.stringify(broken)).not.toContain('no!');
    // The reason must not show the prefix, because the prefix can be the whole secret.
    expect(JSON.stringify(broken)).not.toContain('whsec_');
    expect(receiver.calls).toHaveLength(3);
  });

  it('sends the same id at each attempt, and a different id for different users or jobs', async () => {
    answerStatus(500);
    for (const users of [['a', 'b'], ['a', 'b'], ['a']]) await provider.delete(inputFor(users));
    await provider.delete(inputFor(['a', 'b'], { jobId: 'job-2' }));
    expect(idOf(0)).toMatch(/^msg_[0-9a-f]{32}$/);
    expect(idOf(1)).toBe(idOf(0));
    expect(new Set([idOf(0), idOf(2), idOf(3)]).size).toBe(3);
  });

  it('maps the HTTP status of an answer to an outcome', async () => {
    const seen: Record<number, unknown> = {};
    for (const status of [
      200, 202, 301, 400, 401, 403, 404, 409, 410, 413, 422, 429, 500, 502, 503,
    ]) {
      answerStatus(status, { 'retry-after': '90' });
      const outcome = await provider.delete(inputFor(['jane']));
      seen[status] = 'cause' in outcome ? [outcome.status, outcome.cause] : outcome.status;
      if (outcome.status === 'delayed') expect(outcome.retryAfterMs).toBe(90_000);
    }
    expect(seen).toEqual({
      200: 'complete',
      202: 'complete',
      301: ['aborted', 'configuration'],
      400: 'refused',
      401: ['aborted', 'credentials'],
      403: ['aborted', 'credentials'],
      404: ['aborted', 'configuration'],
      409: ['delayed', 'conflict'],
      410: ['aborted', 'configuration'],
      413: 'refused',
      422: 'refused',
      429: ['delayed', 'limit'],
      500: 'failed',
      502: ['delayed', 'outage'],
      503: ['delayed', 'outage'],
    });
  });

  it.each([
    ['<!DOCTYPE html><html><body>Sign in</body></html>', 'text/html', 'failed', 'failed'],
    [' <!-- proxy --> <html lang="en">', 'text/plain', 'failed', 'failed'],
    ['<p>All fine</p>', 'text/html; charset=utf-8', 'failed', 'failed'],
    ['{"success":false}', 'application/json', 'refused', 'failed'],
    ['{"ok":false,"refused":[]}', 'text/html', 'refused', 'failed'],
    ['{"error":"no such tenant jane"}', 'application/json', 'refused', 'failed'],
    ['{"errors":[{"message":"no"}]}', 'application/json', 'refused', 'failed'],
    ['{"status":"failed"}', '', 'refused', 'failed'],
    ['{"statusCode":500,"message":"no"}', '', 'refused', 'failed'],
    ['[{"status":"ok"},{"status":"error"}]', '', 'refused', 'failed'],
    ['false', 'application/json', 'refused', 'failed'],
    ['{"ok":"false"}', 'application/json', 'refused', 'failed'],
    ['{"success":0}', 'application/json', 'refused', 'failed'],
    ['{"Success":"False"}', 'application/json', 'refused', 'failed'],
    ['{"status":" UNAUTHORIZED "}', '', 'refused', 'failed'],
    ['{"result":"failure"}', '', 'refused', 'failed'],
    ['{"status":"500"}', '', 'refused', 'failed'],
    ['{"code":403,"message":"no"}', '', 'refused', 'failed'],
    ['{"deleted":false}', '', 'refused', 'failed'],
    ['{"data":{"success":false}}', '', 'refused', 'failed'],
    ['{"results":[{"status":200},{"status":423}]}', '', 'refused', 'failed'],
    ['{"d":[[{"response":{"error":"no"}}]]}', '', 'refused', 'failed'],
    ['<?xml version="1.0"?>\n<!DOCTYPE html><html>', 'text/plain', 'failed', 'failed'],
    ['<script>location="/sign-in"</script>', 'text/plain', 'failed', 'failed'],
    ['Please <a href="/sign-in">sign in</a>', 'text/html', 'failed', 'failed'],
  ])('does not treat a 2xx status with %s as a deletion', async (body, type, all, alone) => {
    for (const status of [200, 202]) {
      answerStatus(status, { ...(type === '' ? {} : { 'content-type': type }) }, body);
      const outcome = await provider.delete(inputFor(['jane', 'joe']));
      expect(outcome).toMatchObject({
        status: all,
        reason: expect.stringContaining(`status ${String(status)}`) as string,
      });
      expect(JSON.stringify(outcome)).not.toMatch(/tenant|Sign in/);
      expect(await provider.delete(inputFor(['jane']))).toMatchObject({ status: alone });
    }
    answerStatus(200, { ...(type === '' ? {} : { 'content-type': type }) }, body);
    const accepted = { statusUrl: `${receiver.url}/jobs/7`, acceptedAt: new Date().toISOString() };
    expect(await provider.delete(inputFor(['jane'], { accepted }))).toMatchObject({
      status: alone,
    });
  });

  it.each([
    ['', 'text/html'],
    ['OK', 'text/html'],
    ['{}', 'application/json'],
    ['{"success":true,"error":null,"errors":[],"status":"done","deleted":0}', 'application/json'],
    ['{"refused":[]}', 'text/html'],
    ['[]', 'application/json'],
    ['"done"', 'application/json'],
    ['{"code":0,"data":{"error":"","success":1},"status":"200"}', 'application/json'],
    ['{"result":500,"code":10000,"state":"done"}', 'application/json'],
    ['{"user":{"status":"error"},"echo":{"success":false}}', 'application/json'],
  ])('treats a 2xx status with %j of type %s as a deletion', async (body, type) => {
    answerStatus(200, { 'content-type': type }, body);
    expect(await provider.delete(inputFor(['jane']))).toEqual({
      status: 'complete',
      record: { method: 'Deletion webhook', counts: { users: 1 } },
    });
  });

  it('notes that a status 202 without a status URL does not confirm the deletion', async () => {
    answerStatus(202);
    expect(await provider.delete(inputFor(['jane']))).toEqual({
      status: 'complete',
      record: {
        method: 'Deletion webhook',
        counts: { users: 1 },
        notes: [
          'The deletion URL accepted the order with status 202. Completion is not confirmed.',
        ],
      },
    });
  });

  const UNFINISHED = ['pending', 'IN_PROGRESS', 'Queued', 'accepted', 'processing', 'running'];

  it.each(UNFINISHED)('does not treat the status %s as a confirmed deletion', async (word) => {
    for (const body of [`{"status":"${word}"}`, `{"data":{"state":"${word}"}}`]) {
      answerStatus(200, {}, body);
      expect(await provider.delete(inputFor(['jane']))).toMatchObject({
        status: 'complete',
        record: { notes: [expect.stringContaining('Completion is not confirmed.')] },
      });
      const statusUrl = `${receiver.url}/jobs/7`;
      const accepted = { statusUrl, acceptedAt: new Date().toISOString() };
      answerStatus(200, { 'retry-after': '7' }, body);
      expect(await provider.delete(inputFor(['jane'], { accepted }))).toEqual({
        ...{ status: 'accepted', statusUrl, retryAfterMs: 7_000 },
      });
    }
  });

  it('reports an outage for a missing, cut or invalid answer', async () => {
    for (const bytes of ['', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx', 'SSH-2.0\r\n']) {
      receiver.answerWith((_, response) => response.socket?.end(bytes));
      const outcome = await provider.delete(inputFor(['jane']));
      expect(outcome).toMatchObject({ status: 'delayed', cause: 'outage' });
    }
  });

  it('stops reading an endless answer, and fails if the answer is JSON', async () => {
    const flood = (type: string) => {
      receiver.answerWith((_, response) => {
        response.writeHead(200, { 'content-type': type });
        const more = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      });
    };
    flood('text/plain');
    expect(await provider.delete(inputFor(['jane']))).toMatchObject({ status: 'complete' });
    flood('application/json');
    expect(await provider.delete(inputFor(['jane']))).toMatchObject({ status: 'failed' });
  });

  it('reports users that an answer with status 2xx refuses', async () => {
    const refused = [
      { userId: 'b', reason: 'on legal hold\nsince May' },
      { regulationId: 'reg-0' },
    ];
    answerStatus(200, {}, JSON.stringify({ refused }));
    expect(await provider.delete(inputFor(['a', 'b', 'c']))).toEqual({
      status: 'complete',
      record: { method: 'Deletion webhook', counts: { users: 1 } },
      refused: [
        { regulationId: 'reg-1', reason: 'The receiver refuses the user: on legal hold since May' },
        { regulationId: 'reg-0', reason: 'The receiver refuses the user and gives no reason.' },
      ],
    });
  });

  it('reads an answer with a byte order mark', async () => {
    answerStatus(200, {}, '\uFEFF{"refused":[{"userId":"b"}]}');
    expect(await provider.delete(inputFor(['a', 'b']))).toMatchObject({
      status: 'complete',
      refused: [{ regulationId: 'reg-1' }],
    });
    answerStatus(200, { 'content-type': 'application/json' }, 'OK');
    expect(await provider.delete(inputFor(['a', 'b']))).toMatchObject({
      record: { counts: { users: 2 } },
    });
  });

  it('repeats the deletion request without the users that an answer refuses', async () => {
    const deleted = new Set<string>();
    receiver.answerWith((call, response) => {
      const ids = bodyOf(call).data.users.map(({ userId }) => userId);
      const bad = ids.filter((id) => id.startsWith('bad')).slice(0, 2);
      if (bad.length === 0) for (const id of ids) deleted.add(id);
      const refused = bad.map((userId) => ({ userId, reason: 'unknown form' }));
      response.writeHead(bad.length === 0 ? 200 : 422).end(JSON.stringify({ refused }));
    });
    const outcome = await provider.delete(inputFor(['a', 'bad1', 'b', 'bad2', 'bad3']));
    expect(outcome).toMatchObject({ status: 'complete', record: { counts: { users: 2 } } });
    const named = (outcome as Extract<DeletionOutcome, { status: 'complete' }>).refused;
    expect(named?.map(({ regulationId }) => regulationId)).toEqual(['reg-1', 'reg-3', 'reg-4']);
    expect([...deleted]).toEqual(['a', 'b']);
    expect(new Set([idOf(0), idOf(1), idOf(2)]).size).toBe(3);
  });

  it.each([
    ['{"refused":"all"}'],
    ['{"refused":[{"userId":"somebody else"}]}'],
    ['{"refused":[null]}'],
    ['{"refused":[{}]}'],
    ['{"refused":[{"userId":"jane"},{"userId":"jane"},{"userId":"jane"}]}'],
    ['{"refused":[{"userId":"jane"}'],
    ['\uFEFF{"refused":[{"userId":"jane"},]}'],
    ['done: "refused": jane'],
  ])('does not treat an answer with %s as a deletion', async (body) => {
    answerStatus(200, {}, body);
    expect(await provider.delete(inputFor(['jane', 'joe']))).toMatchObject({ status: 'failed' });
  });

  it('polls the status URL of an accepted deletion', async () => {
    answerStatus(202, { location: '/jobs/7?x=1', 'retry-after': '30' });
    const accepted = await provider.delete(inputFor(['jane']));
    const statusUrl = `${receiver.url}/jobs/7?x=1`;
    expect(accepted).toEqual({ status: 'accepted', statusUrl, retryAfterMs: 30_000 });
    const following = inputFor(['jane'], {
      accepted: { statusUrl, acceptedAt: new Date().toISOString() },
    });
    const seen: Record<number, string> = {};
    for (const status of [202, 200, 204, 302, 401, 404, 410, 422, 429, 500, 503]) {
      answerStatus(status);
      seen[status] = (await provider.delete(following)).status;
    }
    expect(seen).toEqual({
      200: 'complete',
      202: 'accepted',
      204: 'complete',
      302: 'aborted',
      401: 'aborted',
      404: 'failed',
      410: 'failed',
      422: 'failed',
      429: 'delayed',
      500: 'failed',
      503: 'delayed',
    });
    expect(receiver.calls.at(-1)).toMatchObject({ method: 'GET', path: '/jobs/7?x=1', body: '' });
    verify(SECRET, receiver.calls.length - 1);
    answerStatus(200, {}, '{"refused":[{"userId":"jane","reason":"legal hold"}]}');
    expect(await provider.delete(following)).toMatchObject({
      status: 'complete',
      refused: [{ regulationId: 'reg-0' }],
    });
  });

  it('does not poll a status URL of another origin', async () => {
    const nowhere = ['', '#order-7'];
    const others = ['https://example.com/x', '//other.example/x', 'http://127.0.0.1:1/'];
    for (const location of [...nowhere, ...others]) {
      answerStatus(202, { location });
      expect(await provider.delete(inputFor(['jane']))).toMatchObject({
        status: 'aborted',
        cause: 'configuration',
      });
    }
    const elsewhere = { statusUrl: 'http://127.0.0.1:1/jobs/7', acceptedAt: 'x' };
    const outcome = await provider.delete(inputFor(['jane'], { accepted: elsewhere }));
    expect(outcome).toMatchObject({ status: 'aborted', cause: 'configuration' });
    expect(receiver.calls).toHaveLength(5);
  });

  it('does not call an internal address, and does not show the address', async () => {
    const guarded = createWebhookDeletion({ allow: [] });
    const outcome = await guarded.delete(inputFor(['jane']));
    await guarded.close();
    expect(outcome).toMatchObject({ status: 'aborted', cause: 'configuration' });
    expect(JSON.stringify(outcome)).toContain('it is a loopback address');
    expect(JSON.stringify(outcome)).not.toContain('127.0.0.1');
    expect(receiver.calls).toEqual([]);
  });

  it('splits users that do not fit into one request, before it makes a call', async () => {
    const users = ['a', 'b'].map((userId, n) => ({
      regulationId: `reg-${String(n)}`,
      identifiers: { userId, note: 'x'.repeat(600_000) },
    }));
    expect(await provider.delete(inputFor([], { users }))).toMatchObject({ status: 'refused' });
    expect(receiver.calls).toEqual([]);
    answerStatus(200);
    const outcome = await provider.delete(inputFor([], { users: users.slice(1) }));
    expect(outcome).toMatchObject({ status: 'complete' });
  });

  it('makes no call after the lease has ended, and aborts a call when the lease ends', async () => {
    const over = () => Promise.reject(new LeaseEndedError('over'));
    const late = provider.delete(inputFor(['jane'], { beforeCall: over }));
    await expect(late).rejects.toBeInstanceOf(LeaseEndedError);
    expect(receiver.calls).toEqual([]);
    const lease = new AbortController();
    receiver.answerWith(() => {
      lease.abort();
    });
    const cut = provider.delete(inputFor(['jane'], { signal: lease.signal }));
    await expect(cut).rejects.toBeInstanceOf(LeaseEndedError);
  });
});
