import type { ServiceCommands } from '@lethe/api/capabilities';
import { jest } from '@jest/globals';
import type { CommandContext } from '@lethe/contracts';
import { waitFor } from '@lethe/testing';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import {
  awaitName,
  ConnectionsByAnswer,
  serviceClient,
  RegulationConnections,
  type ConnectionsOptions,
} from '../src/index.js';
import {
  received,
  releaseHanging,
  startScriptedService,
  type Behaviour,
  type ScriptedService,
} from '@lethe/testing/scripted-regulation-service';

const cleanups: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  jest.useRealTimers();
  releaseHanging();
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  received.length = 0;
});

async function service(port?: number): Promise<ScriptedService> {
  const started = await startScriptedService(port);
  let killed = false;
  const kill = async (): Promise<void> => {
    if (!killed) await started.kill();
    killed = true;
  };
  cleanups.push(kill);
  return { ...started, kill };
}

function connectTo(port: number, options: Partial<ConnectionsOptions> = {}) {
  const connections = new RegulationConnections({
    host: '127.0.0.1',
    port,
    size: 2,
    connectTimeoutMs: 20_000,
    ...options,
  });
  cleanups.push(() => {
    connections.close();
  });
  return { connections, client: serviceClient(connections) };
}

/** Stops the clock and timers until the test advances them. The network runs in real time. */
function stopClock(): void {
  jest.useFakeTimers({
    doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setInterval', 'performance'],
  });
}

let nextId = 0;

function context(behaviour: Behaviour, waitMs = 30_000): CommandContext {
  nextId += 1;
  return {
    requestId: `request-${nextId}`,
    deadline: Date.now() + waitMs,
    workspaceId: 'ws',
    actor: behaviour,
  };
}

function create(
  client: ServiceCommands,
  behaviour: Behaviour,
  waitMs?: number,
  wantRecords = false,
) {
  return client.createRegulations({
    context: context(behaviour, waitMs),
    ...{ regulationType: 'suppress', users: [{ userId: 'u' }] },
    wantRecords,
  });
}

function list(client: ServiceCommands, behaviour: Behaviour, waitMs?: number) {
  return client.listRegulations({ context: context(behaviour, waitMs), limit: 1 });
}

describe('serviceClient', () => {
  it('returns the answers of many concurrent requests over few connections', async () => {
    const { port } = await service();
    const { client, connections } = connectTo(port, { size: 3 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => list(client, 'answer')));
    expect(answers).toEqual(Array.from({ length: 200 }, () => ({ data: [] })));
    await Promise.all([list(client, 'answer'), list(client, 'answer')]);
    await waitFor(() => connections.size >= 2);
    expect(connections.size).toBeLessThanOrEqual(3);
  });

  it('uses separate connections for commands with large answers', async () => {
    const { port, connectionCount } = await service();
    const connections = new ConnectionsByAnswer(() => connectTo(port, { size: 1 }).connections);
    const client = serviceClient(connections);
    await list(client, 'answer');
    expect([connections.size, await connectionCount()]).toEqual([1, 1]);
    await create(client, 'answer');
    await list(client, 'answer');
    expect([connections.size, await connectionCount()]).toEqual([2, 2]);
    await create(client, 'answer', undefined, true);
    await create(client, 'answer', undefined, true);
    expect([connections.size, await connectionCount()]).toEqual([3, 3]);
    connections.close();
    await expect(create(client, 'answer')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('writes the key at the end of the message, where the service reads it', async () => {
    let text = '';
    const receivedText = new Promise<void>((resolve) => {
      const server = createServer((socket) => {
        socket.setEncoding('utf8').on('data', (part: string) => {
          text += part;
          socket.destroy();
          resolve();
        });
      }).listen(0, '127.0.0.1', () => {
        const { connections } = connectTo((server.address() as AddressInfo).port);
        const refused = create(serviceClient(connections, 'the "key"'), 'answer');
        refused.catch(() => undefined);
      });
      cleanups.push(() => {
        server.close();
      });
    });
    await receivedText;
    expect(text).toMatch(/,"key":"the \\"key\\""\},"id":"[^"]{1,255}"\}$/);
  });

  it('throws the error that the service sent, with its details', async () => {
    const { port } = await service();
    const { client } = connectTo(port);
    await expect(create(client, 'refuse')).rejects.toMatchObject({
      code: 'invalid_request',
      details: { 'sourceIds[0]': 'is unknown' },
    });
  });

  it('throws an internal error when the service has a defect', async () => {
    const { port } = await service();
    const { client } = connectTo(port);
    await expect(create(client, 'crash')).rejects.toMatchObject({ code: 'internal' });
  });

  it('throws "unavailable" at once when no service listens', async () => {
    const { port, kill } = await service();
    await kill();
    // The timeout is longer than the time limit of the test, so the error must come earlier.
    const { client } = connectTo(port, { connectTimeoutMs: 600_000 });
    await expect(create(client, 'answer', 600_000)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('can send commands after the service has restarted', async () => {
    const first = await service();
    const { client } = connectTo(first.port);
    await list(client, 'answer');
    await first.kill();
    await expect(list(client, 'answer')).rejects.toMatchObject({ code: 'unavailable' });
    await service(first.port);
    await expect(list(client, 'answer')).resolves.toEqual({ data: [] });
  });

  it('throws "outcome_unknown" for a change, and "unavailable" for a list, when the connection breaks', async () => {
    const { port, kill } = await service();
    const { client } = connectTo(port);
    const created = create(client, 'hang');
    const canceled = client.cancelRegulation({
      context: context('hang'),
      id: 'x',
      allowedTypes: [],
    });
    const listed = list(client, 'hang');
    const outcomes = Promise.allSettled([created, canceled, listed]);
    await waitFor(() => received.length === 3);
    await kill();
    expect(await outcomes).toMatchObject([
      { reason: { code: 'outcome_unknown' } },
      { reason: { code: 'outcome_unknown' } },
      { reason: { code: 'unavailable' } },
    ]);
  });

  it('does not send a command again when the connection breaks', async () => {
    const first = await service();
    const { client } = connectTo(first.port);
    const outcome = expect(create(client, 'hang')).rejects.toMatchObject({
      code: 'outcome_unknown',
    });
    await waitFor(() => received.length === 1);
    await first.kill();
    await outcome;
    await service(first.port);
    await list(client, 'answer');
    expect(received).toHaveLength(2);
  });

  it('stops at the deadline, and closes the connection that did not answer', async () => {
    const { port } = await service();
    const { client, connections } = connectTo(port, { size: 1 });
    stopClock();
    const outcome = expect(create(client, 'hang', 100)).rejects.toMatchObject({
      code: 'outcome_unknown',
    });
    await waitFor(() => received.length === 1);
    await jest.advanceTimersByTimeAsync(100);
    await outcome;
    jest.useRealTimers();
    expect(connections.size).toBe(0);
    await expect(list(client, 'answer')).resolves.toEqual({ data: [] });
  });

  it('stops at the deadline when the service accepts connections and never answers', async () => {
    const sockets: Socket[] = [];
    let requests = 0;
    const silent = createServer((socket) => {
      sockets.push(socket);
      socket.on('data', () => (requests += 1));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => {
      silent.close();
      for (const socket of sockets) socket.destroy();
    });
    const { client } = connectTo((silent.address() as AddressInfo).port);
    stopClock();
    const listed = expect(list(client, 'answer', 100)).rejects.toMatchObject({
      code: 'unavailable',
    });
    await waitFor(() => requests === 1);
    await jest.advanceTimersByTimeAsync(100);
    await listed;
    const created = expect(create(client, 'answer', 100)).rejects.toMatchObject({
      code: 'outcome_unknown',
    });
    await waitFor(() => requests === 2);
    await jest.advanceTimersByTimeAsync(100);
    await created;
  });

  it('replaces an old connection, which closes after its last answer', async () => {
    const { port, connectionCount } = await service();
    let now = 0;
    const { client } = connectTo(port, { size: 1, maxAgeMs: 60_000, now: () => now });
    const slow = create(client, 'hang');
    await waitFor(() => received.length === 1);
    expect(await connectionCount()).toBe(1);
    now = 120_000;
    await list(client, 'answer'); // opens a connection that replaces the old connection
    await waitFor(async () => (await connectionCount()) === 2);
    await list(client, 'answer');
    releaseHanging();
    await expect(slow).resolves.toEqual({});
    await waitFor(async () => (await connectionCount()) === 1);
  });

  it('returns the answers of sent requests after a close, and refuses new requests', async () => {
    const { port } = await service();
    const { client, connections } = connectTo(port);
    const slow = create(client, 'hang');
    await waitFor(() => received.length === 1);
    connections.close();
    await expect(list(client, 'answer')).rejects.toMatchObject({ code: 'unavailable' });
    releaseHanging();
    await expect(slow).resolves.toEqual({});
  });

  it('sends nothing on a connection after the goodbye of the service, and waits for the answers', async () => {
    const { port, sayGoodbye, connectionCount } = await service();
    const { client, connections } = connectTo(port, { size: 1 });
    const slow = create(client, 'hang');
    await waitFor(() => received.length === 1);
    sayGoodbye();
    await waitFor(() => connections.size === 0);
    await expect(list(client, 'answer')).rejects.toMatchObject({ code: 'unavailable' });
    expect(received).toHaveLength(1);
    releaseHanging();
    await expect(slow).resolves.toEqual({});
    await waitFor(async () => (await connectionCount()) === 0);
  });

  // The test needs several loopback addresses, which only Linux has without configuration.
  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux(
    'distributes its connections among the instances of a name, and closes its connections to a stopping instance',
    async () => {
      const { port, connectionCount } = await service();
      const other = await startScriptedService(port, { host: '127.0.0.2' });
      cleanups.push(other.kill);
      const resolve = () => Promise.resolve(['127.0.0.1', '127.0.0.2', '127.0.0.3']);
      const { client, connections } = connectTo(port, { host: 'regulation', size: 4, resolve });
      const grow = () =>
        waitFor(async () => {
          await list(client, 'answer');
          return connections.size === 4;
        });
      await grow();
      expect(await connectionCount()).toBe(2);
      expect(await other.connectionCount()).toBe(2);
      other.sayGoodbye();
      await waitFor(() => connections.size < 4);
      await grow();
      expect(await connectionCount()).toBe(4);
      expect(await other.connectionCount()).toBe(0);
    },
  );

  it('reports whether the service can be reached', async () => {
    const { port, kill } = await service();
    const { connections } = connectTo(port);
    await expect(connections.isUp()).resolves.toBe(true);
    await kill();
    await waitFor(() => connections.size === 0);
    await expect(connections.isUp()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('awaitName', () => {
  const unknown = (code: string) =>
    jest.fn<() => Promise<string[]>>(() => Promise.reject(Object.assign(new Error(), { code })));

  it.each(['ENOTFOUND', 'EAI_AGAIN'])('waits after %s, until the name is known', async (code) => {
    const { port } = await service();
    const resolve = unknown(code);
    const { connections } = connectTo(port, { host: 'regulation', resolve });
    let hasWaited = false;
    const waiting = awaitName(connections, new AbortController().signal).then(() => {
      hasWaited = true;
    });
    await waitFor(() => resolve.mock.calls.length > 1);
    expect(hasWaited).toBe(false);
    resolve.mockResolvedValue(['127.0.0.1']);
    await waiting;
    expect(connections.size).toBe(1);
  });

  it('does not wait for a service that refuses connections', async () => {
    const { port, kill } = await service();
    await kill();
    const { connections } = connectTo(port);
    await awaitName(connections, new AbortController().signal);
    expect(connections.size).toBe(0);
  });

  it('ends with the signal', async () => {
    const { connections } = connectTo(1, { resolve: unknown('ENOTFOUND') });
    await awaitName(connections, AbortSignal.timeout(20));
    expect(connections.size).toBe(0);
  });
});
