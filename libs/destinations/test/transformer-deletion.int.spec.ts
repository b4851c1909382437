import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { LeaseEndedError, type DeletionInput } from '../src/deletion-provider.js';
import { createTransformerDeletion } from '../src/transformer/create-transformer-deletion.js';

describe('deletion through a transformer', () => {
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
  const server = createServer((request, response) => {
    answer(request, response);
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const inputFor = (overrides: Partial<DeletionInput> = {}): DeletionInput => ({
    jobId: '42',
    workspaceId: 'ws',
    destinationId: 'dst',
    destinationType: 'SOME_TYPE',
    config: { apiKey: 'secret' },
    users: [
      { regulationId: 'reg-0', identifiers: { userId: 'jane', email: 'jane@example.com' } },
      { regulationId: 'reg-1', identifiers: { userId: 'joe' } },
    ],
    beforeCall: () => Promise.resolve(),
    saveProgress: () => undefined,
    signal: new AbortController().signal,
    ...overrides,
  });
  const runDeletion = (overrides: Partial<DeletionInput> = {}, limits = {}) =>
    createTransformerDeletion({ url: `${url}/`, ...limits }).delete(inputFor(overrides));

  it('sends all users in one request, and counts them', async () => {
    let seen: unknown;
    answer = async (request, response) => {
      seen = [request.method, request.url, JSON.parse(await text(request))];
      response.end('[{"status":"successful","statusCode":200}]');
    };
    expect(await runDeletion()).toEqual({
      status: 'complete',
      record: { method: 'deleteUsers of the transformer', counts: { users: 2 } },
    });
    const userAttributes = [{ userId: 'jane', email: 'jane@example.com' }, { userId: 'joe' }];
    expect(seen).toEqual([
      'POST',
      '/deleteUsers',
      [{ jobId: '42', destType: 'some_type', config: { apiKey: 'secret' }, userAttributes }],
    ]);
  });

  it('sends only identifiers that the definition lists', async () => {
    let seen = '';
    answer = async (request, response) => {
      seen = await text(request);
      response.end('[{"statusCode":204}]');
    };
    await runDeletion({ destinationType: 'AMPLITUDE' });
    expect(JSON.parse(seen)).toMatchObject([
      { userAttributes: [{ userId: 'jane' }, { userId: 'joe' }] },
    ]);
    expect(seen).not.toContain('jane@example.com');
  });

  it.each([
    [400, 'refused', undefined],
    [401, 'aborted', 'credentials'],
    [404, 'aborted', 'unsupported'],
    [405, 'aborted', 'unsupported'],
    [409, 'delayed', 'conflict'],
    [429, 'delayed', 'limit'],
    [500, 'failed', undefined],
    [503, 'delayed', 'outage'],
  ])(
    "reports status %d of the vendor, for any HTTP status of the transformer's answer",
    async (code, status, cause) => {
      for (const http of [200, code]) {
        answer = (_, response) =>
          response.writeHead(http).end(JSON.stringify([{ statusCode: code, error: 'because' }]));
        const outcome = await runDeletion();
        expect(outcome).toMatchObject({ status, ...(cause === undefined ? {} : { cause }) });
        if (cause !== 'unsupported') expect(JSON.stringify(outcome)).toContain('because');
      }
    },
  );

  it.each([
    { status: 'failed', statusCode: 200 },
    { status: 'pending', statusCode: 200 },
    { status: 'successful', statusCode: 200, error: 'jane is on hold' },
    { statusCode: 201, error: { message: 'no' } },
  ])('does not treat the result %j as a deletion', async (result) => {
    answer = (_, response) => response.end(JSON.stringify([result]));
    expect(await runDeletion()).toMatchObject({ status: 'refused' });
    const users = [{ regulationId: 'reg-0', identifiers: { userId: 'jane' } }];
    expect(await runDeletion({ users })).toMatchObject({ status: 'failed' });
  });

  it('adds a note that status 202 of the vendor does not confirm the deletion', async () => {
    answer = (_, response) => response.end('[{"status":"successful","statusCode":202}]');
    expect(await runDeletion()).toMatchObject({
      status: 'complete',
      record: { notes: [expect.stringContaining('not confirmed')] },
    });
  });

  it('ends a shortened error with an ellipsis, because the cut can split an identifier', async () => {
    const error = `${'x'.repeat(290)} jane.smith@acme.example`;
    answer = (_, response) => response.end(JSON.stringify([{ statusCode: 500, error }]));
    const outcome = await runDeletion();
    expect(outcome).toMatchObject({ reason: expect.stringMatching(/…$/) as string });
  });

  it.each([
    [200, ''],
    [200, '{}'],
    [200, '[]'],
    [200, '[{"status":"successful"}]'],
    [500, 'at Object.<anonymous> (/app/index.js)'],
    [302, ''],
    [200, `["${'x'.repeat(2_000)}"]`],
  ])('treats status %d with the body %j as an outage of the transformer', async (status, body) => {
    answer = (_, response) => response.writeHead(status).end(body);
    const outcome = await runDeletion({}, { maxAnswerBytes: 1_000 });
    expect(outcome).toMatchObject({ status: 'delayed', cause: 'outage' });
    expect(JSON.stringify(outcome)).not.toMatch(/127\.0\.0\.1|index\.js/);
  });

  it('treats a missing answer or a missing transformer as an outage', async () => {
    answer = () => undefined;
    expect(await runDeletion({}, { timeoutMs: 50 })).toMatchObject({ cause: 'outage' });
    answer = (_, response) => response.destroy();
    expect(await runDeletion()).toMatchObject({ status: 'delayed', cause: 'outage' });
    const missing = await createTransformerDeletion({}).delete(inputFor());
    expect(missing).toMatchObject({ status: 'delayed', cause: 'outage' });
    expect(JSON.stringify(missing)).toContain('LETHE_TRANSFORMER_URL');
  });

  it('aborts the job when the transformer cannot delete', async () => {
    answer = (_, response) => response.writeHead(404).end('Not Found');
    expect(await runDeletion()).toMatchObject({ status: 'aborted', cause: 'unsupported' });
  });

  it('begins no call after the lease has ended, and aborts a call in flight', async () => {
    const over = () => Promise.reject(new LeaseEndedError('over'));
    await expect(runDeletion({ beforeCall: over })).rejects.toBeInstanceOf(LeaseEndedError);
    const lease = new AbortController();
    answer = () => {
      lease.abort();
    };
    await expect(runDeletion({ signal: lease.signal })).rejects.toBeInstanceOf(LeaseEndedError);
  });
});
