import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random, spawnApp, waitFor } from '@lethe/testing';
import { FaultyLink } from './chaos/faults/faulty-link.js';
import { drawSchedule, targetsOf } from './chaos/faults/schedule.js';
import { injectFaults } from './chaos/faults/inject-faults.js';
import { Recorder } from './chaos/history.js';
import { readOptions, USAGE } from './chaos/read-options.js';
import type { ChaosSystem } from './chaos/system/chaos-system.js';
import { hasFired } from './support/failpoints.js';
import { Instance } from './support/instance.js';

describe('the options of a run', () => {
  it.each([
    [['--wrong'], "Unknown option '--wrong'."],
    [['extra'], "Unexpected argument 'extra'."],
    [['--minutes'], "Option '--minutes <value>' argument missing."],
    [['--minutes', 'x'], '--minutes must be a number above 0.'],
    [['--seed', '1.5'], '--seed must be a whole number.'],
    [['--target', 'unknown'], /^--target must be the beginning of one of gateway-0, .*\.$/],
    [['--fault', 'rain'], /and --fault a fault that this target can have, one of killed, .*\.$/],
    [['--mutant', 'none'], /^--mutant must be one of relay-not-fenced, .*\.$/],
  ])('are refused with a sentence: %j', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence);
  });

  it('are all documented in the help', () => {
    expect(readOptions(['--help'])).toBeUndefined();
    expect(readOptions(['--seed', '7', '--target', 'relay', '--mutants'])).toMatchObject({
      ...{ seed: 7, lengthMs: 45_000, targets: ['relay'], mutants: [], triesMutants: true },
    });
    for (const name of ['minutes', 'seed', 'target', 'fault', 'mutant', 'mutants', 'history']) {
      expect(USAGE).toContain(`--${name} `);
    }
  });
});

describe('the schedule of faults', () => {
  const MINUTE = 60_000;

  it('is the same for the same seed, and differs for another seed', () => {
    expect(drawSchedule(new Random(7), MINUTE)).toEqual(drawSchedule(new Random(7), MINUTE));
    expect(drawSchedule(new Random(7), MINUTE)).not.toEqual(drawSchedule(new Random(8), MINUTE));
  });

  it('has every target and every kind of fault in a long run, and ends within the run', () => {
    const schedule = drawSchedule(new Random(1), 60 * MINUTE);
    const kinds = new Set(schedule.map(({ kind }) => kind));
    const all = ['caught', 'frozen', 'held', 'killed', 'late', 'reset', 'silent', 'slow'];
    expect([...kinds].sort()).toEqual(all);
    const targets = new Set(schedule.map(({ target }) => target));
    expect(targets.size).toBe(12 + 20 + 2); // processes, links, and the relay's links
    expect(schedule.every(({ at, forMs }) => at + forMs <= 60 * MINUTE)).toBe(true);
  });

  it('can be limited to some targets and kinds', () => {
    const only = drawSchedule(new Random(3), MINUTE, ['relay', 'gateway'], ['caught']);
    expect(only.length).toBeGreaterThan(3);
    const drawn = new Set(only.map(({ target, kind }) => `${target} ${kind}`));
    expect(drawn).toEqual(new Set(['relay caught']));
    expect(targetsOf(['gateway'], ['caught'])).toEqual([]);
  });

  it('never stops both servers at the same time', () => {
    const servers = drawSchedule(new Random(2), 60 * MINUTE).filter(({ target }) =>
      ['kafka', 'postgres'].includes(target),
    );
    expect(servers.length).toBeGreaterThan(10);
    for (const [n, { at }] of servers.entries()) {
      const before = servers[n - 1];
      if (before !== undefined) expect(before.at + before.forMs).toBeLessThanOrEqual(at);
    }
  });
});

describe('the injection of faults', () => {
  /** This instance is both `relay` and `regulation-0`. */
  const instance = new Instance('regulation-0', { args: ['--eval', 'setInterval(() => {}, 1e6)'] });
  const system = { instance: () => instance } as unknown as ChaosSystem;
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-faults-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** @returns `target: process` for each fault that was injected */
  async function struckBy(...targets: readonly ('relay' | 'regulation-0')[]): Promise<string[]> {
    const recorder = new Recorder(join(folder, 'history.jsonl'));
    const schedule = targets.map((target) => ({
      ...({ at: 0, forMs: 100, kind: 'frozen' } as const),
      target,
    }));
    await injectFaults(system, recorder, schedule);
    return (await recorder.close()).map((entry) =>
      entry.type === 'fault' ? `${entry.fault.target}: ${entry.victim}` : entry.type,
    );
  }

  it('causes one fault at a time for a process that has two names', async () => {
    instance.start();
    try {
      expect(await struckBy('relay', 'regulation-0')).toEqual(['relay: regulation-0']);
      expect(await struckBy('regulation-0')).toEqual(['regulation-0: regulation-0']);
    } finally {
      await instance.kill();
    }
  });

  it('records no fault of a process that was not running', async () => {
    instance.start();
    await instance.kill();
    await waitFor(() => !instance.isRunning);
    expect(await struckBy('relay')).toEqual([]);
  });
});

describe('a fail point', () => {
  const TAKEN_AWAY = '/nowhere/armed';

  it('counts as reached only when its process is frozen or has ended', async () => {
    const child = spawnApp({ args: ['--eval', 'setInterval(() => {}, 1e6)'] });
    try {
      expect(hasFired(TAKEN_AWAY, child.pid)).toBe(false);
      child.kill('SIGSTOP');
      await waitFor(() => hasFired(TAKEN_AWAY, child.pid));
    } finally {
      child.kill('SIGKILL');
    }
    await child.exited;
    expect(hasFired(TAKEN_AWAY, child.pid)).toBe(true);
  });
});

describe('a faulty link', () => {
  let server: Server;
  let link: FaultyLink;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.pipe(socket);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    link = await FaultyLink.open((server.address() as AddressInfo).port);
  });
  afterEach(() => {
    link.close();
    for (const socket of sockets.splice(0)) socket.destroy();
    server.close();
  });

  /** Sends to the echo server, and collects its answers. */
  function call() {
    const socket = connect(link.port, '127.0.0.1');
    sockets.push(socket);
    const received = { text: '', ended: false, failed: false };
    socket.on('data', (chunk) => (received.text += chunk.toString()));
    socket.on('error', () => (received.failed = true));
    socket.on('close', () => (received.ended = true));
    return { socket, received };
  }

  it('transfers all data to the end of the stream', async () => {
    const { socket, received } = call();
    const long = 'x'.repeat(1_000_000);
    socket.end(long);
    await waitFor(() => received.ended);
    expect(received.text).toBe(long);
  });

  it('holds all data, and delivers it in order after the fault', async () => {
    const { socket, received } = call();
    socket.write('before ');
    await waitFor(() => received.text === 'before ');
    link.fail('held');
    socket.write('during ');
    const other = call();
    other.socket.write('new');
    await once(other.socket, 'connect');
    expect([received.text, other.received.text]).toEqual(['before ', '']);
    link.heal();
    socket.write('after');
    await waitFor(() => received.text === 'before during after' && other.received.text === 'new');
  });

  it('transfers nothing more on a silent connection, and notifies neither side', async () => {
    const { socket, received } = call();
    socket.write('before');
    await waitFor(() => received.text === 'before');
    link.fail('silent');
    socket.write('lost');
    link.heal();
    const next = call();
    next.socket.write('next');
    await waitFor(() => next.received.text === 'next');
    expect(received).toEqual({ text: 'before', ended: false, failed: false });
  });

  it('closes a silent connection at the service after its caller has left', async () => {
    const { socket, received } = call();
    socket.write('before');
    await waitFor(() => received.text === 'before');
    const atService = sockets.find(
      (one) => one.localPort === (server.address() as AddressInfo).port,
    )!;
    link.fail('silent');
    socket.destroy();
    link.heal();
    await waitFor(() => atService.destroyed);
  });

  it('resets open connections, and new connections during the fault', async () => {
    const { socket, received } = call();
    socket.write('before');
    await waitFor(() => received.text === 'before');
    link.fail('reset');
    await waitFor(() => received.ended);
    const other = call();
    await waitFor(() => other.received.ended);
    link.heal();
    const next = call();
    next.socket.write('next');
    await waitFor(() => next.received.text === 'next');
    expect([received.failed, other.received.failed]).toEqual([true, true]);
  });

  it('loses no data when it is slow', async () => {
    link.fail('slow');
    const { socket, received } = call();
    const long = 'abcdefgh'.repeat(8_000);
    socket.end(long);
    await waitFor(() => received.ended);
    expect(received.text).toBe(long);
  });
});
