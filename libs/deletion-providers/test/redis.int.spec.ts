import { LeaseEndedError } from '@lethe/destinations';
import { createGuardedDialer } from '@lethe/egress';
import { fakeLookup } from '@lethe/egress/testing';
import { startLocalRedis, type LocalRedis } from '@lethe/local-services';
import { CertificateAuthority, waitFor } from '@lethe/testing';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedisDeletion } from '../src/redis/create-redis-deletion.js';
import { RespConnection } from '../src/redis/resp-connection.js';
import type { RespReply } from '../src/redis/resp-replies.js';
import { deletionInput, numbered } from './deletion-input.js';
import { startHostileServer, type HostileServer } from './hostile-server.js';

const dialer = createGuardedDialer({ allow: ['127.0.0.1'] });
const provider = createRedisDeletion({ dialer });

let folder: string;
const running: LocalRedis[] = [];

async function start(name: string, options: object = {}): Promise<LocalRedis> {
  const redis = await startLocalRedis({ dataDir: join(folder, name), ...options });
  running.push(redis);
  return redis;
}

/** Sends commands directly to one server, and does not follow redirections. */
async function ask(port: number, ...commands: string[][]): Promise<readonly RespReply[]> {
  const connection = await RespConnection.open(dialer, { host: '127.0.0.1', port }, {});
  try {
    return await connection.pipeline(commands);
  } finally {
    connection.close();
  }
}

const size = async (port: number) => (await ask(port, ['DBSIZE']))[0];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lethe-redis-'));
});

afterAll(async () => {
  await Promise.all(running.map((redis) => redis.stop()));
  rmSync(folder, { recursive: true, force: true });
});

describe('the Redis deletion', () => {
  let port: number;
  beforeAll(async () => {
    ({ port } = await start('single'));
  });
  beforeEach(() => ask(port, ['FLUSHALL'], ['ACL', 'SETUSER', 'default', 'on', 'nopass']));

  it('deletes the keys of the users and no other keys', async () => {
    const ids = numbered(1_200);
    await ask(port, ...[...ids, 'other'].map((id) => ['SET', `user:${id}`, 'x']), [
      'SET',
      'u1',
      'x',
    ]);
    const input = deletionInput({ address: `127.0.0.1:${port}` }, [...ids, 'unknown']);
    expect(await provider.delete(input)).toEqual({
      status: 'complete',
      record: { method: 'UNLINK by key', counts: { users: 1_201, keys: 1_200 } },
    });
    expect(input.calls()).toBe(3); // A pipeline has at most 500 keys.
    expect(await size(port)).toEqual({ kind: 'count', count: 2 });
    const again = await provider.delete(input);
    expect(again).toMatchObject({
      status: 'complete',
      record: { counts: { keys: 0 }, notes: [expect.stringContaining('check prefix')] },
    });
  });

  it('deletes the key of the configured pattern in the configured database', async () => {
    await ask(port, ['SELECT', '3'], ['SET', '{p:ü 1}:x', 'x'], ['SET', 'user:ü 1', 'x']);
    const address = `127.0.0.1:${port}`;
    const config = { address, database: '3', keyPattern: '{p:<userId>}:x' };
    expect(await provider.delete(deletionInput(config, ['ü 1']))).toMatchObject({
      record: { counts: { keys: 1 } },
    });
    expect(
      await provider.delete(deletionInput({ address, database: 3, prefix: 'user:' }, ['ü 1'])),
    ).toMatchObject({ record: { counts: { keys: 1 } } });
  });

  it.each([
    [{ prefix: '', keyPattern: '' }, 'user:a'],
    [{ keyPattern: '<userId>' }, 'a'],
    [{ prefix: ' u ' }, ' u a'],
    [{ prefix: 'x', keyPattern: '<userId> ' }, 'a '],
  ])('makes the key from the configuration %j, with all its blanks', async (more, key) => {
    await ask(port, ['SET', key, 'x']);
    const config = { address: `127.0.0.1:${port}`, ...more };
    expect(await provider.delete(deletionInput(config, ['a']))).toMatchObject({
      record: { counts: { keys: 1 } },
    });
  });

  it('logs in as an ACL user, and names the permissions that the user lacks', async () => {
    await ask(
      port,
      ['SET', 'user:a', 'x'],
      ['ACL', 'SETUSER', 'eraser', 'reset', 'on', '>s3cret', '~user:*', '+unlink', '+select'],
    );
    const config = { address: `127.0.0.1:${port}`, username: 'eraser', password: 's3cret' };
    expect(await provider.delete(deletionInput(config, ['a']))).toMatchObject({
      status: 'complete',
      record: { counts: { keys: 1 } },
    });
    expect(
      await provider.delete(deletionInput({ ...config, prefix: 'profile:' }, ['a'])),
    ).toMatchObject({
      status: 'aborted',
      cause: 'credentials',
      reason: expect.stringContaining('no permission for these keys') as string,
    });
    expect(
      await provider.delete(deletionInput({ ...config, password: 'wrong' }, ['a'])),
    ).toMatchObject({
      status: 'aborted',
      cause: 'credentials',
      reason: expect.stringContaining('refuses the login') as string,
    });
  });

  it('reports users whose keys it is not allowed to delete, and deletes all other keys', async () => {
    const ids = ['a1', 'b1', 'a2'];
    await ask(port, ...ids.map((id) => ['SET', `user:${id}`, 'x']), [
      ...['ACL', 'SETUSER', 'partial', 'reset', 'on', '>s3cret', '~user:a*', '+unlink'],
    ]);
    const config = { address: `127.0.0.1:${port}`, username: 'partial', password: 's3cret' };
    expect(await provider.delete(deletionInput(config, ids))).toEqual({
      status: 'complete',
      record: { method: 'UNLINK by key', counts: { users: 2, keys: 2 } },
      refused: [
        {
          regulationId: 'regulation-1',
          reason: expect.stringContaining('no permission for these keys') as string,
        },
      ],
    });
    expect(await provider.delete(deletionInput(config, ['b1']))).toMatchObject({
      status: 'aborted',
      cause: 'credentials',
    });
    expect(await size(port)).toEqual({ kind: 'count', count: 1 });
  });

  it('deletes with DEL if the server lacks UNLINK', async () => {
    // Only old versions of Redis and some compatible servers lack UNLINK.
    const server = await startHostileServer((socket) => {
      socket.on('data', (chunk) => {
        const commands = chunk.toString().match(/\b(UNLINK|DEL)\b/g) ?? [];
        for (const command of commands) {
          socket.write(command === 'DEL' ? ':1\r\n' : "-ERR unknown command 'UNLINK'\r\n");
        }
      });
    });
    const config = { address: `127.0.0.1:${server.port}` };
    expect(await provider.delete(deletionInput(config, ['a', 'b']))).toEqual({
      status: 'complete',
      record: { method: 'DEL by key', counts: { users: 2, keys: 2 } },
    });
    await server.close();
  });

  it.each([
    [{ address: 'redis://x' }, /address must be host:port/],
    [{ address: '127.0.0.1:99999' }, /port from 1 to 65535/],
    [{ address: '127.0.0.1', database: -1 }, /database/],
    [{ address: '127.0.0.1', username: 'x' }, /username needs password/],
    [{ address: '127.0.0.1', keyPattern: 'user' }, /keyPattern/],
    [{ address: '' }, /address is missing/],
    [{ address: '10.1.2.3' }, /10.1.2.3 are not allowed: it is a private address/],
  ])('explains why it rejects the configuration %j', async (config, reason) => {
    expect(await provider.delete(deletionInput(config, ['a']))).toMatchObject({
      status: 'aborted',
      cause: 'configuration',
      reason: expect.stringMatching(reason) as string,
    });
  });

  it('fails permanently if the database does not exist', async () => {
    const config = { address: `127.0.0.1:${port}`, database: 999 };
    expect(await provider.delete(deletionInput(config, ['a']))).toMatchObject({
      status: 'aborted',
      cause: 'configuration',
    });
  });

  it('makes no call after the lease has ended', async () => {
    const ended = new AbortController();
    ended.abort();
    const config = { address: `127.0.0.1:${port}` };
    await expect(
      provider.delete(deletionInput(config, ['a'], { signal: ended.signal })),
    ).rejects.toThrow(LeaseEndedError);
    await ask(port, ['SET', 'user:a', 'x']);
    const beforeCall = () => Promise.reject(new LeaseEndedError());
    await expect(provider.delete(deletionInput(config, ['a'], { beforeCall }))).rejects.toThrow(
      LeaseEndedError,
    );
    expect(await size(port)).toEqual({ kind: 'count', count: 1 });
  });
});

describe('the Redis deletion with TLS', () => {
  it('connects only with TLS and a certificate that it can verify', async () => {
    const ca = CertificateAuthority.create(folder);
    const { port } = await start('tls', { tls: { ...ca.issue('redis'), ca: ca.cert } });
    const caCertificate = readFileSync(ca.cert, 'utf8');
    const config = { address: `127.0.0.1:${port}`, tls: true };
    expect(await provider.delete(deletionInput({ ...config, caCertificate }, ['a']))).toMatchObject(
      { status: 'complete' },
    );
    expect(await provider.delete(deletionInput(config, ['a']))).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('TLS') as string,
    });
    const plain = await provider.delete(deletionInput({ ...config, tls: false }, ['a']));
    expect(plain.status).not.toBe('complete');
  });
});

describe('the Redis deletion at a cluster', () => {
  let ports: number[];

  beforeAll(async () => {
    const settings = { 'cluster-enabled': 'yes', 'cluster-node-timeout': '30000' };
    const nodes = await Promise.all([0, 1, 2].map((index) => start(`node-${index}`, { settings })));
    ports = nodes.map(({ port }) => port);
    const each = Math.ceil(16_384 / 3);
    for (const [index, port] of ports.entries()) {
      const count = Math.min(each, 16_384 - index * each);
      const slots = Array.from({ length: count }, (_, slot) => String(index * each + slot));
      await ask(port, ['CLUSTER', 'ADDSLOTS', ...slots]);
      if (index > 0) await ask(ports[0]!, ['CLUSTER', 'MEET', '127.0.0.1', String(port)]);
    }
    await waitFor(
      async () => {
        const work = ports.map(async (port) => {
          const replies = await ask(port, ...numbered(50).map((id) => ['DEL', id]));
          return replies.every((reply) => reply.kind !== 'error' || reply.code === 'MOVED');
        });
        const views = await Promise.all(work);
        return views.every(Boolean);
      },
      { message: 'the cluster' },
    );
  });

  async function fill(ids: readonly string[]): Promise<void> {
    for (const port of ports) {
      // A node stores only the keys that belong to it, and answers MOVED for all other keys.
      await ask(port, ...ids.map((id) => ['SET', `user:${id}`, 'x']));
    }
  }

  async function total(): Promise<number> {
    const sizes = await Promise.all(ports.map(size));
    return sizes.reduce((sum, reply) => sum + (reply?.kind === 'count' ? reply.count : 0), 0);
  }

  it('deletes keys on all nodes', async () => {
    const ids = numbered(1_000);
    await fill([...ids, 'other']);
    expect(await total()).toBe(1_001);
    const address = ports.map((port) => `127.0.0.1:${port}`).join(', ');
    const outcome = await provider.delete(deletionInput({ address }, ids));
    expect(outcome).toMatchObject({ status: 'complete', record: { counts: { keys: 1_000 } } });
    expect(await total()).toBe(1);
  });

  it('starts at a configured node that is reachable', async () => {
    await fill(['a', 'b', 'c', 'd']);
    const gone = await startHostileServer(() => undefined);
    await gone.close();
    const address = `127.0.0.1:${gone.port},127.0.0.1:${ports[2]!}`;
    expect(await provider.delete(deletionInput({ address }, ['a', 'b', 'c', 'd']))).toMatchObject({
      record: { counts: { keys: 4 } },
    });
  });

  it('deletes a key while its slot is moving to another node', async () => {
    await fill(['moving']);
    const replies = await Promise.all(ports.map((port) => ask(port, ['EXISTS', 'user:moving'])));
    const from = replies.findIndex(([reply]) => reply?.kind === 'count');
    const to = (from + 1) % 3;
    const [keySlot] = await ask(ports[from]!, ['CLUSTER', 'KEYSLOT', 'user:moving']);
    const slot = keySlot?.kind === 'count' ? String(keySlot.count) : '';
    // The ids of nodes are read from files, because `RespConnection` rejects an answer as long as
    // the list of nodes.
    const nameOf = (index: number) =>
      /^(\w{40}) \S+ myself,/m.exec(
        readFileSync(join(folder, `node-${index}`, 'nodes.conf'), 'utf8'),
      )?.[1] ?? '';
    await ask(ports[to]!, ['CLUSTER', 'SETSLOT', slot, 'IMPORTING', nameOf(from)]);
    await ask(
      ports[from]!,
      ['CLUSTER', 'SETSLOT', slot, 'MIGRATING', nameOf(to)],
      ['MIGRATE', '127.0.0.1', String(ports[to]!), 'user:moving', '0', '5000'],
    );
    const [redirection] = await ask(ports[from]!, ['DEL', 'user:moving']);
    expect(redirection).toMatchObject({ kind: 'error', code: 'ASK' });
    const config = { address: `127.0.0.1:${ports[from]!}` };
    expect(await provider.delete(deletionInput(config, ['moving']))).toMatchObject({
      record: { counts: { keys: 1 } },
    });
  });
});

describe('the Redis deletion at a hostile server', () => {
  let server: HostileServer | undefined;
  afterEach(() => server?.close());

  async function outcomeOf(answer: string | ((port: number) => string)) {
    server = await startHostileServer((socket) => {
      socket.on('data', () => {
        if (!socket.destroyed) {
          socket.write(typeof answer === 'string' ? answer : answer(server!.port));
        }
      });
    });
    const config = { address: `127.0.0.1:${server.port}` };
    const outcome = await provider.delete(deletionInput(config, ['a']));
    await waitFor(() => server?.open() === 0, { message: 'the connections to end' });
    return outcome;
  }

  it.each([
    ['announces nested lists with millions of elements', '*30000000\r\n'.repeat(50)],
    ['announces a long text', '$2000000000\r\nx'],
    ['never ends its line', 'x'.repeat(100_000)],
    ['answers without a request', ':1\r\n:1\r\n:1\r\n'],
    ['speaks HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['redirects to nowhere', '-MOVED 1 ?:0\r\n'],
  ])('closes the connection of a server that %s', async (_, answer) => {
    expect(await outcomeOf(answer)).toMatchObject({ status: 'failed' });
  });

  it('fails if the server redirects in a loop', async () => {
    expect(await outcomeOf((port) => `-MOVED 1 127.0.0.1:${port}\r\n`)).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('in a loop') as string,
    });
  });

  it.each(['127.0.0.2', '169.254.169.254', '10.0.0.1', '::1', 'internal.example'])(
    'does not follow a redirection to %s',
    async (host) => {
      const guarded = createGuardedDialer({
        allow: ['127.0.0.1'],
        lookup: fakeLookup({ 'internal.example': ['192.168.0.7'] }),
      });
      server = await startHostileServer((socket) => {
        socket.on('data', () => socket.write(`-MOVED 1 ${host}:6379\r\n`));
      });
      const config = { address: `127.0.0.1:${server.port}` };
      expect(
        await createRedisDeletion({ dialer: guarded }).delete(deletionInput(config, ['a'])),
      ).toMatchObject({
        status: 'aborted',
        cause: 'configuration',
        reason: expect.stringContaining('are not allowed') as string,
      });
      await waitFor(() => server?.open() === 0);
    },
  );

  it.each([
    ['-LOADING Redis is loading', 'delayed'],
    ['-CLUSTERDOWN The cluster is down', 'delayed'],
    ['-READONLY You cannot write', 'failed'],
    ['-NOAUTH Authentication required', 'aborted'],
    ['-DENIED Redis is running in protected mode', 'aborted'],
    ['-ERR user:a is odd', 'failed'],
  ])('maps the error %s to %s, and does not quote the error', async (line, status) => {
    const outcome = await outcomeOf(`${line}\r\n`);
    expect(outcome.status).toBe(status);
    expect(JSON.stringify(outcome)).not.toContain('user:a');
  });

  it('reports an outage when the server closes the connection', async () => {
    server = await startHostileServer((socket) => socket.destroy());
    const config = { address: `127.0.0.1:${server.port}` };
    expect(await provider.delete(deletionInput(config, ['a']))).toMatchObject({
      status: 'delayed',
      cause: 'outage',
    });
  });

  it('closes the connection when the lease ends before an answer arrives', async () => {
    const stop = new AbortController();
    server = await startHostileServer((socket) =>
      socket.once('data', () => {
        stop.abort();
      }),
    );
    const input = deletionInput({ address: `127.0.0.1:${server.port}` }, ['a'], {
      signal: stop.signal,
    });
    await expect(provider.delete(input)).rejects.toThrow(LeaseEndedError);
    await waitFor(() => server?.open() === 0);
  });
});
