import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { usualOrLong } from '@lethe/testing';
import {
  DEFAULT_SANDBOX_LIMITS,
  Sandbox,
  SandboxBusyError,
  type SandboxOptions,
} from '../src/index.js';
import { ALICE, AMPLE_MS, EVENT, inTime, runOf } from './sandbox-under-test.js';

const IDENTITY = runOf(`export const transformEvent = (event) => event;`);
const LOOP = runOf(`export function transformEvent() { for (;;) {} }`);
/** A run with a native loop in which the interpreter does not check the time. */
const NATIVE_LOOP = runOf(
  `export const transformEvent = () => [].indexOf.call({ length: 2 ** 53 - 1 }, 1);`,
);
const DONE = { status: 'ok', events: [{ event: EVENT, input: 0 }], dropped: [], logs: [] };

const open: Sandbox[] = [];
function sandbox({ limits, ...options }: SandboxOptions = {}): Sandbox {
  const made = new Sandbox({ limits: { wallMs: AMPLE_MS, ...limits }, ...options });
  open.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((made) => made.close()));
});

describe('a sandbox', () => {
  it('ends a loop and a native loop, and can then run other code', async () => {
    expect(DEFAULT_SANDBOX_LIMITS.wallMs).toBe(4_000);
    const wallMs = usualOrLong(200, DEFAULT_SANDBOX_LIMITS.wallMs);
    const subject = sandbox({ limits: { wallMs } });
    const time = usualOrLong('200 ms', '4 s');
    const error = `The transformation ran longer than ${time}`;
    const ended = { status: 'failed', error, logs: [] };
    expect(await Promise.all([subject.run(LOOP, ALICE), subject.run(NATIVE_LOOP, ALICE)])).toEqual([
      ended,
      ended,
    ]);
    expect(await inTime(wallMs, () => subject.run(IDENTITY, ALICE))).toEqual(DONE);
  });

  it('ends a run that uses more than 64 MiB, but not a run that uses less', async () => {
    const subject = sandbox();
    const fill = (mib: number) =>
      subject.run(
        runOf(`export function transformEvent(event) {
          const all = Array.from({ length: ${mib} }, () => new Uint8Array(1024 * 1024).fill(1));
          return all.length > 0 ? event : null;
        }`),
        ALICE,
      );
    expect(await fill(60)).toEqual(DONE);
    expect(await fill(68)).toMatchObject({
      error: expect.stringMatching(
        /^The transformation used more than 64 MiB of memory/,
      ) as unknown,
    });
    expect(await fill(60)).toEqual(DONE);
  });

  it('keeps 100 log lines, and 1 KiB of each line', async () => {
    const { logs } = await sandbox().run(
      runOf(
        `export function transformEvent() { for (let i = 0; i < 150; i += 1) log(i, '€'.repeat(1000)); }`,
      ),
      ALICE,
    );
    expect(logs).toHaveLength(100);
    const sizes = logs.map((line) => Buffer.byteLength(line));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1024);
    expect(Math.min(...sizes)).toBeGreaterThan(1020);
  });
});

describe('concurrent runs', () => {
  it('are not affected if the thread of another run is ended', async () => {
    const subject = sandbox({ threadsPerOwner: 2 });
    const ending = new AbortController();
    const loop = subject.run(NATIVE_LOOP, { ...ALICE, signal: ending.signal });
    const loopEnded = expect(loop).rejects.toThrow('enough');
    const others = Array.from({ length: 50 }, () => subject.run(IDENTITY, ALICE));
    await others[24]; // The second half of the runs has not ended yet.
    ending.abort(new Error('enough'));
    expect(await Promise.all(others)).toEqual(others.map(() => DONE));
    await loopEnded;
  });

  it('do not use up their time while they wait for a thread', async () => {
    const wallMs = 200;
    const subject = sandbox({ threadsPerOwner: 1, limits: { wallMs } });
    const ended = { status: 'failed', error: 'The transformation ran longer than 200 ms' };
    // The last run waits longer than its time limit. If the computer was busy, all three runs are
    // repeated.
    const last = await inTime(wallMs, async () => {
      const [loop, nativeLoop, waiting] = await Promise.all(
        [LOOP, NATIVE_LOOP, IDENTITY].map((run) => subject.run(run, ALICE)),
      );
      expect([loop, nativeLoop]).toMatchObject([ended, ended]);
      return waiting!;
    });
    expect(last).toEqual(DONE);
  });

  it('get a thread even if another owner has many runs that never end', async () => {
    const subject = sandbox({ threadsPerOwner: 2, limits: { wallMs: AMPLE_MS } });
    const ending = new AbortController();
    const loops = Array.from({ length: 8 }, () =>
      subject.run(LOOP, { ...ALICE, signal: ending.signal }),
    );
    // None of the loops ends before the runs of the second owner are done.
    const bob = Array.from({ length: 5 }, () => subject.run(IDENTITY, { owner: 'ws_bob' }));
    expect(await Promise.all(bob)).toEqual(bob.map(() => DONE));
    ending.abort(new Error('enough'));
    for (const loop of loops) await expect(loop).rejects.toThrow('enough');
  });

  it('are refused if too many runs wait', async () => {
    const subject = sandbox({ threadsPerOwner: 1, maxWaiting: 1 });
    const [first, second] = [subject.run(IDENTITY, ALICE), subject.run(IDENTITY, ALICE)];
    await expect(subject.run(IDENTITY, ALICE)).rejects.toThrow(SandboxBusyError);
    expect(await Promise.all([first, second])).toEqual([DONE, DONE]);
  });

  it('succeed on all threads', async () => {
    const subject = sandbox({ threadsPerOwner: Math.max(2, availableParallelism()) });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () => subject.run(IDENTITY, ALICE)),
    );
    expect(outcomes).toEqual(outcomes.map(() => DONE));
  });
});

describe('an abort or a close', () => {
  it('ends an active run, and the next run works', async () => {
    const subject = sandbox({
      threadsPerOwner: 1,
      egressAllow: ['127.0.0.1'],
    });
    const server = createServer((_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const hasBegun = new Promise((resolve) => server.once('request', resolve));

    const ending = new AbortController();
    const loopAfterRequest = runOf(`export async function transformEvent() {
      await fetch('http://127.0.0.1:${port}/');
      [].indexOf.call({ length: 2 ** 53 - 1 }, 1);
    }`);
    const run = subject.run(loopAfterRequest, { ...ALICE, signal: ending.signal });
    const next = subject.run(IDENTITY, ALICE);
    await hasBegun;
    ending.abort(new Error('enough'));
    await expect(run).rejects.toThrow('enough');
    expect(await next).toEqual(DONE);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('prevents the start of a run', async () => {
    const subject = sandbox();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(subject.run(IDENTITY, { ...ALICE, signal })).rejects.toThrow('enough');
  });

  it('removes a waiting run from the queue', async () => {
    const subject = sandbox({ threadsPerOwner: 1 });
    const first = subject.run(IDENTITY, ALICE);
    const ending = new AbortController();
    const waiting = subject.run(IDENTITY, { ...ALICE, signal: ending.signal });
    ending.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(await first).toEqual(DONE);
  });

  it('ends all runs, and no run starts after a close', async () => {
    const subject = sandbox({ threadsPerOwner: 1 });
    await subject.run(IDENTITY, ALICE);
    const runs = [subject.run(NATIVE_LOOP, ALICE), subject.run(IDENTITY, ALICE)];
    const ended = Promise.allSettled(runs);
    await subject.close();
    expect(await ended).toMatchObject([
      { reason: { message: 'The sandbox is closed' } },
      { reason: { message: 'The sandbox is closed' } },
    ]);
    await expect(subject.run(IDENTITY, ALICE)).rejects.toThrow('The sandbox is closed');
  });
});
