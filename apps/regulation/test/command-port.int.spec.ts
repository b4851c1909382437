import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { Metrics, NestLogger } from '@lethe/observability';
import { DEFAULT_REQUEST_LIMITS, LetheError } from '@lethe/contracts';
import { waitFor } from '@lethe/testing';
import type { INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { JsonSocket } from '@nestjs/microservices';
import { pino } from 'pino';
import { RegulationModule } from '../src/rpc/regulation.module.js';
import { CommandPort } from '../src/rpc/command-port.js';
import { CommandServer } from '../src/rpc/command-server.js';
import { maxCommandLength } from '../src/rpc/max-command-length.js';
import { CommandTimes } from '../src/rpc/command-times.js';
import { CallerKeyCheck } from '../src/rpc/caller-key-check.js';
import { contextOf, newTestService, type TestService } from './test-service.js';

const KEY = 'a-key-of-this-test-0123456789';
const MEBIBYTE = 1024 * 1024;
const LARGEST = maxCommandLength(DEFAULT_REQUEST_LIMITS.bodyBytes);

interface Packet {
  readonly id: string;
  readonly response?: unknown;
  readonly err?: { readonly code: string; readonly details?: Readonly<Record<string, string>> };
}

let service: TestService;
let app: INestMicroservice;
const metrics = new Metrics();
/** Sockets of the service, in the sequence in which it accepted them. */
const accepted: Socket[] = [];
const opened: Socket[] = [];
const logged: string[] = [];

beforeAll(async () => {
  service = await newTestService();
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(chunk.toString());
      done();
    },
  });
  const logger = pino(sink);
  const received = new CallerKeyCheck([KEY], logger);
  const port = new CommandPort({
    tls: undefined,
    knows: (key) => received.knows(key),
    maxCommandLength: LARGEST,
    logger,
  });
  const times = new CommandTimes(metrics);
  const server = new CommandServer({ host: '127.0.0.1', port: 0, ...port.options });
  times.watch(server);
  app = await NestFactory.createMicroservice(
    RegulationModule.with(service.commands, received, logger, times),
    { strategy: server, logger: new NestLogger(logger) },
  );
  app.unwrap<Server>().on('connection', (socket: Socket) => accepted.push(socket));
  await app.listen();
  port.attach(app.unwrap<Server>());
});

afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await waitFor(() => accepted.every(({ closed }) => closed));
  accepted.length = 0;
  logged.length = 0;
});

afterAll(async () => {
  await app.close();
  await service.close();
});

async function open(): Promise<Socket> {
  const before = accepted.length;
  const { port } = app.unwrap<Server>().address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined); // ignores resets
  opened.push(socket);
  await waitFor(() => accepted.length > before, { intervalMs: 1 });
  return socket;
}

async function send(socket: Socket, packet: object): Promise<Packet> {
  const caller = new JsonSocket(socket);
  const answer = once(socket, 'message') as Promise<[Packet]>;
  caller.sendMessage(packet);
  return (await answer)[0];
}

/** Sends the first bytes of a command, until all are sent or the connection is closed. */
async function begin(socket: Socket, bytes: number): Promise<void> {
  const part = Buffer.alloc(64 * 1024, 'x');
  socket.write(`${10 * bytes}#`);
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += part.length) {
    await new Promise<void>((done) => {
      socket.write(part, () => {
        done(); // called even if the connection was closed
      });
    });
  }
}

/** Returns the packet with its members in the sequence that gateways use. */
const asSent = ({ pattern, id, data }: { pattern: unknown; id: string; data: object }) => ({
  pattern,
  data,
  id,
});

const LIST = 'regulations.list.v2';

const list = (more: object = { key: KEY }) => {
  return {
    pattern: LIST,
    id: 'one',
    data: { context: contextOf(), limit: 1, ...more },
  };
};

async function counted(outcome: string, command: string = LIST) {
  const text = await metrics.registry.metrics();
  const start = `lethe_rpc_server_duration_seconds_count{command="${command}",outcome="${outcome}"} `;
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(start))
      ?.slice(start.length) ?? 0,
  );
}

describe('CommandPort', () => {
  it('measures the duration and outcome of commands, and counts commands in progress', async () => {
    const caller = await open();
    await send(caller, list());
    await send(caller, list({ key: 'another' }));
    const { err } = await send(caller, list({ key: KEY, limit: 'many' }));
    await waitFor(async () => (await counted('ok')) === 1);
    expect(await counted('unavailable')).toBe(1);
    expect(err?.code).toBeDefined();
    expect(await counted(err?.code ?? '')).toBeGreaterThan(0);
    expect(await metrics.registry.metrics()).toMatch(/^lethe_rpc_server_in_flight 0$/m);
  });

  it('closes an unauthenticated connection that sends more than the largest command', async () => {
    const client = await open();
    await begin(client, 64 * MEBIBYTE);
    await waitFor(() => accepted[0]?.closed);
    expect(accepted[0]?.bytesRead).toBeGreaterThan(MEBIBYTE);
    expect(accepted[0]?.bytesRead).toBeLessThan(LARGEST + MEBIBYTE);
  });

  it('limits the bytes of all unauthenticated connections together, and still serves gateways', async () => {
    const gateway = await open();
    expect((await send(gateway, list())).response).toEqual({ data: [] });
    const clients = [await open(), await open(), await open(), await open()];
    await Promise.all(clients.map((socket) => begin(socket, 16 * MEBIBYTE)));
    await waitFor(() => accepted.filter(({ closed }) => closed).length === 2);
    expect(accepted.map(({ closed }) => closed)).toEqual([false, true, true, false, false]);
    expect((await send(await open(), list())).response).toEqual({ data: [] });
    expect((await send(gateway, list())).response).toEqual({ data: [] });
  });

  it('closes the oldest of 256 unauthenticated connections for a new one', async () => {
    const gateway = await open();
    await send(gateway, list());
    for (let count = 0; count < 256; count += 1) await open();
    expect(accepted.filter(({ destroyed }) => destroyed)).toEqual([]);
    await open();
    await waitFor(() => accepted[1]?.closed);
    expect(accepted.filter(({ destroyed }) => destroyed)).toHaveLength(1);
    expect((await send(gateway, list())).response).toEqual({ data: [] });
  });

  it.each([{}, { key: 'another' }, { key: [KEY] }])(
    'refuses a client that sends %j, and drops its data',
    async (shown) => {
      const client = await open();
      for (let times = 0; times < 3; times += 1) {
        const text = 'x'.repeat(LARGEST / 2);
        const { id, err } = await send(client, asSent(list({ text, ...shown })));
        expect([id, err?.code]).toEqual(['one', 'unavailable']);
      }
      expect((await send(client, list())).response).toEqual({ data: [] });
    },
  );

  it('reads only the key of a large command until the client is authenticated', async () => {
    const parse = jest.spyOn(JSON, 'parse');
    const data = { context: contextOf(), limit: 1, list: Array(MEBIBYTE).fill([]) };
    const client = await open();
    const packet = { pattern: LIST, id: 'one', data: { ...data, key: 'no' } };
    expect((await send(client, asSent(packet))).err?.code).toBe('unavailable');
    const parsed = (): number => parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    expect(parsed()).toBeLessThan(MEBIBYTE);
    const { err } = await send(client, asSent({ ...packet, data: { ...data, key: KEY } }));
    expect(err?.code).not.toBe('unavailable');
    expect(parsed()).toBeGreaterThan(MEBIBYTE);
    parse.mockRestore();
  });

  it('does not log data of unauthenticated clients', async () => {
    const client = await open();
    for (const text of ['null', '{"pattern":"secret"}', '{"pattern":"secret","id":7}']) {
      client.write(`${text.length}#${text}`);
    }
    expect((await send(client, list({}))).err?.code).toBe('unavailable');
    for (const text of ['secret#', '6#secret', '7#{secret']) (await open()).write(text);
    await waitFor(() => accepted.filter(({ closed }) => closed).length >= 2);
    expect(logged.join()).not.toContain('secret');
    expect(logged.length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['users.lookup.v1', { userId: 5 }, ['userId']],
    ['users.lookup.v1', {}, ['body']],
    ['users.search.v1', { prefix: 'a', limit: 101 }, ['limit']],
    ['users.unsuppress.v1', { userId: 'a' }, ['allowedTypes']],
    ['users.unsuppress.v1', { userId: 'a', allowedTypes: ['all'] }, ['allowedTypes[0]']],
    ['deletions.list.v2', { status: 'lost', held: 'yes' }, ['status', 'held']],
    ['deletions.get.v1', { id: '0' }, ['id']],
    ['deletions.pause.v2', { destinationId: '' }, ['destinationId']],
  ])('checks %s by the rules of its operation: %j', async (pattern, members, paths) => {
    const caller = await open();
    const data = { context: contextOf(), key: KEY, ...members };
    const { err } = await send(caller, { pattern, id: 'one', data });
    expect(err).toMatchObject({ code: 'invalid_request' });
    expect(Object.keys(err?.details ?? {})).toEqual(paths);
    const { err: withoutContext } = await send(caller, { pattern, id: 'one', data: { key: KEY } });
    expect(Object.keys(withoutContext?.details ?? {})).toContain('context.workspaceId');
  });

  it('uses default values for absent members of a command', async () => {
    const data = { context: contextOf(), key: KEY };
    const pattern = 'own-deletions.claim.v2';
    const { err, response } = await send(await open(), { pattern, id: 'one', data });
    expect([err, response]).toEqual([undefined, {}]);
  });

  it('ignores members of newer gateways', async () => {
    const data = { context: contextOf(), key: KEY, userId: 'a', newer: true };
    const { response } = await send(await open(), { pattern: 'users.lookup.v1', id: 'one', data });
    expect(response).toEqual({ people: [], more: false });
  });

  it('refuses a command with a pattern of another version', async () => {
    const data = { context: contextOf(), key: KEY, person: { by: 'userId', value: 'a' } };
    const { err } = await send(await open(), { pattern: 'people.lookup.v1', id: 'one', data });
    expect(LetheError.fromBody(err).code).toBe('internal');
  });

  it.each([
    ['regulations.create.v3', 'reason', { reason: 'a\u0000' }],
    ['regulations.create.v3', 'reason', { reason: 'a\ud83d' }],
    ['regulations.create.v3', 'users', { users: [{ userId: 'a' }, { userId: 'b\udc00' }] }],
    ['regulations.create.v3', 'context', { context: { ...contextOf(), actor: 'a\u0000' } }],
    [LIST, 'context', { context: { ...contextOf(), workspaceId: 'a\u0000' } }],
    ['own-deletions.report.v1', 'reason', { status: 'failed', reason: 'a\u0000' }],
  ])('refuses %s with an invalid text in `%s`: %j', async (pattern, path, wrong) => {
    const users = [{ userId: 'a' }];
    const order = { regulationType: 'suppress', users, wantRecords: false };
    const data = { context: contextOf(), key: KEY, ...order, jobId: '7', leaseToken: randomUUID() };
    const { err } = await send(await open(), { pattern, id: 'one', data: { ...data, ...wrong } });
    expect(err?.code).toBe('invalid_request');
    expect(Object.keys(err?.details ?? {})).toEqual([path]);
  });

  it('accepts the largest command that a valid body can produce', async () => {
    const numbers = `[${Array(93).fill('1e20').join()}]`; // longest possible text
    const identifiers = Array.from({ length: 20 }, (_, index) => `"${index}":${numbers}`).join();
    const perUser = identifiers.length + 20;
    const count = Math.floor((DEFAULT_REQUEST_LIMITS.bodyBytes - 100) / perUser);
    const users = Array.from(
      { length: count },
      (_, index) => `{"userId":"u${index}",${identifiers}}`,
    );
    const body = `{"regulationType":"suppress","users":[${users.join()}]}`;
    expect(body.length).toBeLessThanOrEqual(DEFAULT_REQUEST_LIMITS.bodyBytes);
    const request = JSON.parse(body) as object;
    const text = JSON.stringify(request);
    expect(text.length).toBeGreaterThan(4 * body.length);

    const data = { context: contextOf(), ...request, wantRecords: false, key: KEY };
    const pattern = 'regulations.create.v3';
    const answer = await send(await open(), asSent({ pattern, id: 'one', data }));
    expect(answer.err).toBeUndefined();
    const [stored] = await service.database.query<{ count: string }>(
      'select count(*) from regulation.regulations',
    );
    expect(stored?.count).toBe(String(count));
  });
});
