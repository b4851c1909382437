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
    [['--target', 'nobody'], /^--target must be the beginning of one of gateway-0, .*\.$/],
    [['--fault', 'rain'], /and --fault what can happen to it, of killed, .*\.$/],
    [['--mutant', 'none'], /^--mutant must be one of relay-not-fenced, .*\.$/],
  ])('are refused in a sentence: %j', (args, sentence) => {
    expect(() => readOptions(args)).toThrow(sentence);
  });

  it('are all in the help', () => {
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

  it('is the same for the same seed, and another one for another', () => {
    expect(drawSchedule(new Random(7), MINUTE)).toEqual(drawSchedule(new Random(7), MINUTE));
    expect(drawSchedule(new Random(7), MINUTE)).not.toEqual(drawSchedule(new Random(8), MINUTE));
  });

  it('strikes everybody in every way in the long run, and is over in time', () => {
    const schedule = drawSchedule(new Random(1), 60 * MINUTE);
    const kinds = new Set(schedule.map(({ kind }) => kind));
    const all = ['caught', 'frozen', 'held', 'killed', 'late', 'reset', 'silent', 'slow'];
    expect([...kinds].sort()).toEqual(all);
    const targets = new Set(schedule.map(({ target }) => target));
    expect(targets.size).toBe(12 + 20 + 2); // processes, links, and those of the relay
    expect(schedule.every(({ at, forMs }) => at + forMs <= 60 * MINUTE)).toBe(true);
  });

  it('can be of some targets and kinds only', () => {
    const only = drawSchedule(new Random(3), MINUTE, ['relay', 'gateway'], ['caught']);
    expect(only.length).toBeGreaterThan(3);
    const drawn = new Set(only.map(({ target, kind }) => `${target} ${kind}`));
    expect(drawn).toEqual(new Set(['relay caught']));
    expect(targetsOf(['gateway'], ['caught'])).toEqual([]);
  });

  it('leaves the system one of its two servers at each moment', () => {
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

describe('what the schedule has happen', () => {
  /** Is both `relay` and `regulation-0`. */
  const instance = new Instance('regulation-0', { args: ['--eval', 'setInterval(() => {}, 1e6)'] });
  const system = { instance: () => instance } as unknown as ChaosSystem;
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lethe-faults-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** @returns who was struck, by which name */
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

  it('is one thing at a time for each process, whatever it is called by', async () => {
    instance.start();
    try {
      expect(await struckBy('relay', 'regulation-0')).toEqual(['relay: regulation-0']);
      expect(await struckBy('regulation-0')).toEqual(['regulation-0: regulation-0']);
    } finally {
      await instance.kill();
    }
  });

  it('is not told of a process that was not there to be frozen', async () => {
    instance.start();
    await instance.kill();
    await waitFor(() => !instance.isRunning);
    expect(await struckBy('relay')).toEqual([]);
  });
});

describe('a fail point', () => {
  const TAKEN_AWAY = '/nowhere/armed';

  it('counts as reached once its process stands still, or is gone, and not before', async () => {
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

  /** A caller of the echo, and what came back to it. */
  function call() {
    const socket = connect(link.port, '127.0.0.1');
    sockets.push(socket);
    const heard = { text: '', ended: false, failed: false };
    socket.on('data', (chunk) => (heard.text += chunk.toString()));
    socket.on('error', () => (heard.failed = true));
    socket.on('close', () => (heard.ended = true));
    return { socket, heard };
  }

  it('passes what comes, to its end', async () => {
    const { socket, heard } = call();
    const long = 'x'.repeat(1_000_000);
    socket.end(long);
    await waitFor(() => heard.ended);
    expect(heard.text).toBe(long);
  });

  it('holds everything back, and lets it arrive in its order when it is healed', async () => {
    const { socket, heard } = call();
    socket.write('before ');
    await waitFor(() => heard.text === 'before ');
    link.fail('held');
    socket.write('meanwhile ');
    const other = call();
    other.socket.write('new');
    await once(other.socket, 'connect');
    expect([heard.text, other.heard.text]).toEqual(['before ', '']);
    link.heal();
    socket.write('after');
    await waitFor(() => heard.text === 'before meanwhile after' && other.heard.text === 'new');
  });

  it('never speaks again on a connection that it forgot, and says nothing of it', async () => {
    const { socket, heard } = call();
    socket.write('before');
    await waitFor(() => heard.text === 'before');
    link.fail('silent');
    socket.write('lost');
    link.heal();
    const next = call();
    next.socket.write('next');
    await waitFor(() => next.heard.text === 'next');
    expect(heard).toEqual({ text: 'before', ended: false, failed: false });
  });

  it('tells the service of a caller who left a forgotten connection', async () => {
    const { socket, heard } = call();
    socket.write('before');
    await waitFor(() => heard.text === 'before');
    const atService = sockets.find(
      (one) => one.localPort === (server.address() as AddressInfo).port,
    )!;
    link.fail('silent');
    socket.destroy();
    link.heal();
    await waitFor(() => atService.destroyed);
  });

  it('resets what is open, and what is opened meanwhile', async () => {
    const { socket, heard } = call();
    socket.write('before');
    await waitFor(() => heard.text === 'before');
    link.fail('reset');
    await waitFor(() => heard.ended);
    const other = call();
    await waitFor(() => other.heard.ended);
    link.heal();
    const next = call();
    next.socket.write('next');
    await waitFor(() => next.heard.text === 'next');
    expect([heard.failed, other.heard.failed]).toEqual([true, true]);
  });

  it('loses nothing when it is slow', async () => {
    link.fail('slow');
    const { socket, heard } = call();
    const long = 'abcdefgh'.repeat(8_000);
    socket.end(long);
    await waitFor(() => heard.ended);
    expect(heard.text).toBe(long);
  });
});
