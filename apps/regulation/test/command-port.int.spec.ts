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
import { JsonSocket, ServerTCP } from '@nestjs/microservices';
import { pino } from 'pino';
import { RegulationModule } from '../src/rpc/regulation.module.js';
import { CommandPort } from '../src/rpc/command-port.js';
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
/** The service's ends of the connections, in their order. */
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
  const server = new ServerTCP({ host: '127.0.0.1', port: 0, ...port.options });
  times.watch(server);
  app = await NestFactory.createMicroservice(
    RegulationModule.with(service.commands, received, logger, { times }),
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
  const socket = connect(port, '127.0.0.1').on('error', () => undefined); // a reset is an end as well
  opened.push(socket);
  await waitFor(() => accepted.length > before, { intervalMs: 1 });
  return socket;
}

async function ask(socket: Socket, packet: object): Promise<Packet> {
  const caller = new JsonSocket(socket);
  const answer = once(socket, 'message') as Promise<[Packet]>;
  caller.sendMessage(packet);
  return (await answer)[0];
}

/** Sends the beginning of a command, until all of it has left or the connection is ended. */
async function begin(socket: Socket, bytes: number): Promise<void> {
  const part = Buffer.alloc(64 * 1024, 'x');
  socket.write(`${10 * bytes}#`);
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += part.length) {
    await new Promise<void>((done) => {
      socket.write(part, () => {
        done(); // also when the connection was ended
      });
    });
  }
}

/** As gateways write it. */
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

/** Commands by what came of them. */
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

describe('the port of the commands', () => {
  it('counts how long each command took and what came of it, and those that are carried out', async () => {
    const caller = await open();
    await ask(caller, list());
    await ask(caller, list({ key: 'another' }));
    const { err } = await ask(caller, list({ key: KEY, limit: 'many' }));
    await waitFor(async () => (await counted('ok')) === 1);
    expect(await counted('unavailable')).toBe(1);
    expect(err?.code).toBeDefined();
    expect(await counted(err?.code ?? '')).toBeGreaterThan(0);
    expect(await metrics.registry.metrics()).toMatch(/^lethe_rpc_server_in_flight 0$/m);
  });

  it('ends the connection of a stranger who sends 64 MiB, at the largest command', async () => {
    const stranger = await open();
    await begin(stranger, 64 * MEBIBYTE);
    await waitFor(() => accepted[0]?.closed);
    expect(accepted[0]?.bytesRead).toBeGreaterThan(MEBIBYTE);
    expect(accepted[0]?.bytesRead).toBeLessThan(LARGEST + MEBIBYTE);
  });

  it('keeps no more of all strangers together, and goes on for others', async () => {
    const known = await open();
    expect((await ask(known, list())).response).toEqual({ data: [] });
    const strangers = [await open(), await open(), await open(), await open()];
    await Promise.all(strangers.map((socket) => begin(socket, 16 * MEBIBYTE)));
    await waitFor(() => accepted.filter(({ closed }) => closed).length === 2);
    expect(accepted.map(({ closed }) => closed)).toEqual([false, true, true, false, false]);
    expect((await ask(await open(), list())).response).toEqual({ data: [] });
    expect((await ask(known, list())).response).toEqual({ data: [] });
  });

  it('has room for so many strangers, and ends the oldest for a newer one', async () => {
    const known = await open();
    await ask(known, list());
    for (let count = 0; count < 256; count += 1) await open();
    expect(accepted.filter(({ destroyed }) => destroyed)).toEqual([]);
    await open();
    await waitFor(() => accepted[1]?.closed);
    expect(accepted.filter(({ destroyed }) => destroyed)).toHaveLength(1);
    expect((await ask(known, list())).response).toEqual({ data: [] });
  });

  it.each([{}, { key: 'another' }, { key: [KEY] }])(
    'answers a stranger who shows %j, and forgets what came',
    async (shown) => {
      const stranger = await open();
      for (let times = 0; times < 3; times += 1) {
        const text = 'x'.repeat(LARGEST / 2);
        const { id, err } = await ask(stranger, asSent(list({ text, ...shown })));
        expect([id, err?.code]).toEqual(['one', 'unavailable']);
      }
      expect((await ask(stranger, list())).response).toEqual({ data: [] });
    },
  );

  it('reads nothing of a large command but the key before that is shown', async () => {
    const parse = jest.spyOn(JSON, 'parse');
    const data = { context: contextOf(), limit: 1, list: Array(MEBIBYTE).fill([]) };
    const stranger = await open();
    const packet = { pattern: LIST, id: 'one', data: { ...data, key: 'no' } };
    expect((await ask(stranger, asSent(packet))).err?.code).toBe('unavailable');
    const parsed = (): number => parse.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
    expect(parsed()).toBeLessThan(MEBIBYTE);
    const { err } = await ask(stranger, asSent({ ...packet, data: { ...data, key: KEY } }));
    expect(err?.code).not.toBe('unavailable');
    expect(parsed()).toBeGreaterThan(MEBIBYTE);
    parse.mockRestore();
  });

  it('brings nothing of a stranger to the log', async () => {
    const stranger = await open();
    for (const text of ['null', '{"pattern":"secret"}', '{"pattern":"secret","id":7}']) {
      stranger.write(`${text.length}#${text}`);
    }
    expect((await ask(stranger, list({}))).err?.code).toBe('unavailable');
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
    const { err } = await ask(caller, { pattern, id: 'one', data });
    expect(err).toMatchObject({ code: 'invalid_request' });
    expect(Object.keys(err?.details ?? {})).toEqual(paths);
    const { err: withoutContext } = await ask(caller, { pattern, id: 'one', data: { key: KEY } });
    expect(Object.keys(withoutContext?.details ?? {})).toContain('context.workspaceId');
  });

  it('carries out a command with the defaults of members that are absent', async () => {
    const data = { context: contextOf(), key: KEY };
    const pattern = 'own-deletions.claim.v2';
    const { err, response } = await ask(await open(), { pattern, id: 'one', data });
    expect([err, response]).toEqual([undefined, {}]);
  });

  it('passes over members that only newer gateways know', async () => {
    const data = { context: contextOf(), key: KEY, userId: 'a', newer: true };
    const { response } = await ask(await open(), { pattern: 'users.lookup.v1', id: 'one', data });
    expect(response).toEqual({ people: [], more: false });
  });

  it('refuses a command by a pattern of another version', async () => {
    const data = { context: contextOf(), key: KEY, person: { by: 'userId', value: 'a' } };
    const { err } = await ask(await open(), { pattern: 'people.lookup.v1', id: 'one', data });
    expect(LetheError.fromBody(err).code).toBe('internal');
  });

  it.each([
    ['regulations.create.v3', 'reason', { reason: 'a\u0000' }],
    ['regulations.create.v3', 'reason', { reason: 'a\ud83d' }],
    ['regulations.create.v3', 'users', { users: [{ userId: 'a' }, { userId: 'b\udc00' }] }],
    ['regulations.create.v3', 'context', { context: { ...contextOf(), actor: 'a\u0000' } }],
    [LIST, 'context', { context: { ...contextOf(), workspaceId: 'a\u0000' } }],
    ['own-deletions.report.v1', 'reason', { status: 'failed', reason: 'a\u0000' }],
  ])('refuses %s with a text in `%s` that cannot be stored: %j', async (pattern, path, wrong) => {
    const users = [{ userId: 'a' }];
    const order = { regulationType: 'suppress', users, wantRecords: false };
    const data = { context: contextOf(), key: KEY, ...order, jobId: '7', leaseToken: randomUUID() };
    const { err } = await ask(await open(), { pattern, id: 'one', data: { ...data, ...wrong } });
    expect(err?.code).toBe('invalid_request');
    expect(Object.keys(err?.details ?? {})).toEqual([path]);
  });

  it('takes the largest command that a legal body becomes', async () => {
    const numbers = `[${Array(93).fill('1e20').join()}]`; // as long as an identifier may be, written out
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
    const answer = await ask(await open(), asSent({ pattern, id: 'one', data }));
    expect(answer.err).toBeUndefined();
    const [stored] = await service.database.query<{ count: string }>(
      'select count(*) from regulation.regulations',
    );
    expect(stored?.count).toBe(String(count));
  });
});
