import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TransformInput } from '../src/destination-provider.js';
import { createTransformerProvider } from '../src/transformer/create-transformer-provider.js';

const input = (signal = new AbortController().signal): TransformInput => ({
  workspaceId: 'ws',
  destinationId: 'dst',
  destinationType: 'SOME_TYPE',
  config: { apiKey: 'secret' },
  message: { type: 'track', messageId: 'm1' },
  signal,
});
const OUTPUT = { endpoint: 'https://vendor.example', method: 'POST', body: { JSON: { a: 1 } } };

describe('createTransformerProvider', () => {
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
  const transform = async (limits = {}, signal?: AbortSignal) =>
    createTransformerProvider({ url, timeoutMs: 60_000, ...limits }).transform(input(signal));

  it('sends the event with its destination, and returns the requests', async () => {
    let seen: unknown;
    answer = async (request, response) => {
      seen = [request.method, request.url, JSON.parse(await text(request))];
      response.end(JSON.stringify([{ output: OUTPUT, metadata: {}, statusCode: 200 }]));
    };
    const provider = createTransformerProvider({ url: `${url}/` });
    const outcome = await provider.transform(input());
    expect(outcome).toMatchObject({ status: 'ok', requests: [OUTPUT] });
    expect(seen).toEqual([
      'POST',
      '/v0/destinations/some_type',
      [
        {
          message: { type: 'track', messageId: 'm1' },
          metadata: {
            workspaceId: 'ws',
            destinationId: 'dst',
            destinationType: 'SOME_TYPE',
            messageId: 'm1',
            jobId: 1,
          },
          destination: {
            ID: 'dst',
            Name: 'dst',
            WorkspaceID: 'ws',
            Enabled: true,
            Config: { apiKey: 'secret' },
            DestinationDefinition: { Name: 'SOME_TYPE', DisplayName: 'SOME_TYPE', Config: {} },
            Transformations: [],
          },
        },
      ],
    ]);
    await provider.close();
  });

  it('returns the error of the transformer', async () => {
    answer = (_, response) => response.end('[{"statusCode":400,"error":"event is required"}]');
    expect(await transform()).toEqual({ status: 'failed', error: 'event is required' });
  });

  it.each([
    [404, '', 'The transformer does not know the destination type SOME_TYPE'],
    [500, 'at Object.<anonymous> (/app/index.js)', 'The transformer answered with status 500'],
    [302, '', 'The transformer answered with status 302'],
    [200, '<html>', "The transformer's answer is not JSON"],
    [200, '{}', "The transformer's answer is not a list with a result"],
  ])('explains an answer with status %i: %s', async (status, body, error) => {
    answer = (_, response) => response.writeHead(status, { location: '/elsewhere' }).end(body);
    expect(await transform()).toEqual({ status: 'failed', error });
  });

  it('stops reading an answer that is too long', async () => {
    answer = (_, response) => response.end(' '.repeat(2_000));
    expect(await transform({ maxAnswerBytes: 1_999 })).toEqual({
      status: 'failed',
      error: "The transformer's answer is longer than 1999 bytes",
    });
  });

  it.each([
    ['begin', () => undefined],
    ['end', (response: ServerResponse) => response.write('[')],
  ])('stops after the timeout when the answer does not %s', async (_, begin) => {
    answer = (_request, response) => begin(response);
    expect(await transform({ timeoutMs: 200 })).toEqual({
      status: 'failed',
      error: 'The transformer gave no answer within 0.2 s',
    });
  });

  it('stops when the run is aborted before or during the call', async () => {
    const stopping = new AbortController();
    answer = () => {
      stopping.abort();
    };
    const stopped = {
      status: 'failed',
      error: 'The test run was stopped while it waited for the transformer',
    };
    expect(await transform({}, stopping.signal)).toEqual(stopped);
    expect(await transform({}, stopping.signal)).toEqual(stopped);
  });

  it('reports that the transformer is unreachable, without its address', async () => {
    expect(await transform({ url: 'http://127.0.0.1:1' })).toEqual({
      status: 'failed',
      error: 'The transformer could not be reached',
    });
    answer = (request) => request.socket.destroy();
    expect(await transform()).toEqual({
      status: 'failed',
      error: 'The transformer could not be reached',
    });
  });
});
