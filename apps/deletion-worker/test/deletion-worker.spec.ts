import type { ReportDeletions } from '@lethe/api/deletions';
import { LetheError } from '@lethe/contracts';
import type { DeletionInput, DeletionOutcome } from '@lethe/destinations';
import { DeletionWorker } from '../src/deletion-worker.js';
import type { DeletionWorkerOptions } from '../src/worker-options.js';
import { StrictService } from './support/strict-service.js';
import { VirtualTime, WorkerClock } from './support/virtual-time.js';

const DONE: DeletionOutcome = { status: 'complete', record: { method: 'call' } };
const MINUTE = 60_000;

/** Creates a worker with an in-memory service; `deletes` is the provider. */
function setUp(
  deletes: (input: DeletionInput, clock: WorkerClock) => Promise<DeletionOutcome>,
  further: Partial<DeletionWorkerOptions['parts']> = {},
) {
  const time = new VirtualTime();
  const service = new StrictService(time);
  const clock = new WorkerClock(time);
  const defects: string[] = [];
  const worker = new DeletionWorker({
    commands: service,
    clock,
    worker: 'worker',
    concurrency: 20,
    leaseMs: 60_000,
    onServiceFailure: () => undefined,
    parts: {
      findTarget: (workspaceId, id) =>
        Promise.resolve({
          id,
          workspaceId,
          type: 'WEBHOOK',
          connectionMode: 'cloud',
          config: { deletionUrl: 'https://x.example/d', deletionSecret: 'hunter2-hunter2' },
        }),
      providerOf: () => ({
        delete: (input) => deletes(input, clock),
        close: () => Promise.resolve(),
      }),
      rateOf: () => 1_000,
      onDefect: (part) => {
        defects.push(part);
      },
      ...further,
    },
  });
  const outcomeOf = (jobId: string) => service.jobs.get(jobId)?.outcomes.at(-1);
  return { time, service, clock, worker, defects, outcomeOf };
}

describe('DeletionWorker', () => {
  it('deletes at one destination at full speed while other destinations hang or fail', async () => {
    const endings = new Map<string, number>();
    const { time, service, worker } = setUp(async (input, clock) => {
      await input.beforeCall();
      switch (input.destinationId) {
        case 'hangs':
          await clock.pause(10_000, input.signal);
          return { status: 'delayed', cause: 'outage', reason: 'no answer', retryAfterMs: MINUTE };
        case 'throws':
          throw new TypeError('a mistake');
        case 'limits':
          return { status: 'delayed', cause: 'limit', reason: 'too much', retryAfterMs: 1_000 };
        case 'never returns':
          return new Promise(() => undefined);
        default:
          await clock.pause(20);
          endings.set(input.jobId, time.now);
          return DONE;
      }
    });
    for (const noisy of ['hangs', 'throws', 'limits', 'never returns']) {
      for (let job = 0; job < 20; job += 1) service.add(`${noisy} ${job}`, noisy);
    }
    for (let job = 0; job < 100; job += 1) service.add(`quiet ${job}`, 'quiet');
    worker.start();
    await time.runUntil(() => endings.size === 100, 100 * MINUTE);
    // In virtual time, each call takes 20 ms, and the pause until the next call takes at most 20
    // ms.
    expect(time.now).toBeLessThan(100 * 2 * 25);
  });

  it('reports an internal error as a failure, without its message', async () => {
    const { time, service, worker, defects, outcomeOf } = setUp(() =>
      Promise.reject(new TypeError('of user-of-job')),
    );
    service.add('job', 'dst');
    worker.start();
    await time.runUntil(() => outcomeOf('job') !== undefined, MINUTE);
    expect(outcomeOf('job')).toMatchObject({ status: 'failed' });
    expect(JSON.stringify(outcomeOf('job'))).not.toContain('user-of');
    expect(defects).toEqual(['provider']);
  });

  it('masks secrets in reports, but not identifiers, which the service masks', async () => {
    const reason = 'Wrong key hunter2-hunter2 for USER-OF-JOB.';
    const { time, service, worker, outcomeOf } = setUp(() =>
      Promise.resolve({ status: 'aborted', cause: 'credentials', reason }),
    );
    service.add('job', 'dst');
    worker.start();
    await time.runUntil(() => outcomeOf('job') !== undefined, MINUTE);
    expect(outcomeOf('job')).toEqual({
      status: 'aborted',
      reason: 'Wrong key hu*** for USER-OF-JOB.',
    });
  });

  it('reports `aborted` if the destination does not exist, or has the connection mode `device`', async () => {
    const { time, service, worker, outcomeOf } = setUp(() => Promise.resolve(DONE), {
      findTarget: (workspaceId, id) =>
        Promise.resolve(
          id === 'gone'
            ? undefined
            : { id, workspaceId, type: 'WEBHOOK', connectionMode: 'device', config: {} },
        ),
    });
    service.add('job 1', 'gone');
    service.add('job 2', 'on the device');
    worker.start();
    await time.runUntil(() => service.isDone, MINUTE);
    expect(outcomeOf('job 1')).toMatchObject({ status: 'aborted' });
    expect(outcomeOf('job 2')).toMatchObject({
      status: 'aborted',
      reason: expect.stringContaining('device') as string,
    });
  });

  it('reports `aborted` if the destination has another type than at the deletion request', async () => {
    let calls = 0;
    const { time, service, worker, outcomeOf } = setUp(
      () => {
        calls += 1;
        return Promise.resolve(DONE);
      },
      {
        findTarget: (workspaceId, id) =>
          Promise.resolve({ id, workspaceId, type: 'S3', connectionMode: 'cloud', config: {} }),
      },
    );
    service.add('job', 'dst');
    worker.start();
    await time.runUntil(() => service.isDone, MINUTE);
    expect(outcomeOf('job')).toMatchObject({
      status: 'aborted',
      reason: expect.stringContaining('another type') as string,
    });
    expect(calls).toBe(0);
  });

  it('postpones the job, without a failure, if the configuration cannot be read', async () => {
    let isReadable = false;
    const { time, service, worker, defects, outcomeOf } = setUp(() => Promise.resolve(DONE), {
      findTarget: (workspaceId, id) =>
        isReadable
          ? Promise.resolve({
              id,
              workspaceId,
              type: 'WEBHOOK',
              connectionMode: 'cloud',
              config: { deletionUrl: 'https://x.example/d' },
            })
          : Promise.reject(new Error('no key')),
    });
    service.add('job', 'dst');
    worker.start();
    await time.runUntil(() => outcomeOf('job') !== undefined, MINUTE);
    expect(outcomeOf('job')).toMatchObject({ status: 'delayed', cause: 'outage' });
    expect(service.jobs.get('job')).toMatchObject({ attempt: 0, state: 'waiting' });
    expect(defects).toEqual(['catalog']);
    isReadable = true;
    await time.runUntil(() => service.isDone, 2 * MINUTE);
  });

  it('finds the one report that the service refuses, and reports that job as failed', async () => {
    const { time, service, worker, outcomeOf } = setUp(async (input, clock) => {
      await clock.pause(1_000, input.signal);
      return DONE;
    });
    for (let job = 0; job < 20; job += 1) service.add(`job ${job}`, `dst ${job}`);
    service.refused.add('job 7');
    worker.start();
    const done = () => [...service.jobs.values()].filter(({ state }) => state === 'complete');
    await time.runUntil(() => done().length === 19 && outcomeOf('job 7') !== undefined, MINUTE);
    expect(outcomeOf('job 7')).toMatchObject({ status: 'failed' });
  });

  it('keeps all leases when the service refuses the progress of one job', async () => {
    const { time, service, worker, outcomeOf } = setUp(async (input, clock) => {
      if (input.destinationId === 'dst 7') input.saveProgress({ after: 'x' });
      await clock.pause(200_000, input.signal);
      return DONE;
    });
    for (let job = 0; job < 20; job += 1) service.add(`job ${job}`, `dst ${job}`);
    const heartbeat = service.heartbeatDeletions.bind(service);
    service.heartbeatDeletions = (command) =>
      command.jobs.some(({ progress }) => progress !== undefined)
        ? Promise.reject(new LetheError('invalid_request'))
        : heartbeat(command);
    worker.start();
    await time.runUntil(() => service.isDone, 10 * MINUTE);
    for (let job = 0; job < 20; job += 1) {
      expect(outcomeOf(`job ${job}`)).toMatchObject({ status: 'complete' });
      expect(service.jobs.get(`job ${job}`)).toMatchObject({ attempt: 0 });
    }
  });

  it('limits a batch of reports to a few mebibytes', async () => {
    const reason = '\u2028'.repeat(500);
    const { time, service, worker } = setUp((input) =>
      Promise.resolve({
        ...DONE,
        refused: input.users.flatMap(({ regulationId }) =>
          Array.from({ length: 1_000 }, () => ({ regulationId, reason })),
        ),
      }),
    );
    for (let job = 0; job < 12; job += 1) service.add(`job ${job}`, `dst ${job}`);
    const sizes: number[] = [];
    const report = service.reportDeletions.bind(service);
    service.reportDeletions = (command) => {
      sizes.push(JSON.stringify(command).length);
      return report(command);
    };
    worker.start();
    await time.runUntil(() => service.isDone, MINUTE);
    expect(Math.max(...sizes)).toBeLessThan(5 * 1024 * 1024);
  });

  it('sends a report after an outage of the service if the lease still lasts', async () => {
    const { time, service, worker, outcomeOf } = setUp(() => {
      service.isDown = true;
      return Promise.resolve(DONE);
    });
    service.add('job', 'dst');
    worker.start();
    await time.runUntil(() => service.isDown, MINUTE);
    time.at(time.now + 40_000, () => {
      service.isDown = false;
    });
    await time.runUntil(() => outcomeOf('job') !== undefined, 2 * MINUTE);
    expect(service.jobs.get('job')).toMatchObject({ state: 'complete', attempt: 0 });
  });

  it('ends a call when its lease ends because heartbeats got no answer', async () => {
    let endedAt = 0;
    const { time, service, worker } = setUp(async (input, clock) => {
      await input.beforeCall();
      service.heartbeatDeletions = () => clock.pause(9_000).then(() => Promise.reject(new Error()));
      await clock.pause(10 * MINUTE, input.signal);
      endedAt = time.now;
      throw new Error('ended');
    });
    service.add('job', 'destination');
    worker.start();
    await time.runUntil(() => endedAt > 0, 10 * MINUTE);
    expect(endedAt).toBeGreaterThan(59_000);
    expect(endedAt).toBeLessThanOrEqual(60_100);
  });

  it('repeats a claim whose answer was lost, so that no job is stuck', async () => {
    const { time, service, worker } = setUp(() => Promise.resolve(DONE));
    const claim = service.claimDeletions.bind(service);
    let isFirst = true;
    service.claimDeletions = async (command) => {
      const answer = await claim(command);
      if (isFirst && answer.claimed.length > 0) {
        isFirst = false;
        throw new Error('the connection broke');
      }
      return answer;
    };
    service.add('job', 'dst');
    worker.start();
    await time.runUntil(() => service.isDone, MINUTE);
    expect(service.jobs.get('job')).toMatchObject({ state: 'complete', attempt: 0 });
    expect(time.now).toBeLessThan(5_000);
  });

  it('gets its claimed jobs even if the answers to its claims are lost for five minutes, with leases of one minute', async () => {
    const { time, service, worker } = setUp(() => Promise.resolve(DONE));
    const claim = service.claimDeletions.bind(service);
    service.claimDeletions = async (command) => {
      const answer = await claim(command);
      if (answer.claimed.length > 0 && time.now < 5 * MINUTE) throw new Error('lost');
      return answer;
    };
    service.add('job', 'dst');
    worker.start();
    await time.runUntil(() => service.isDone, 6 * MINUTE);
    expect(service.jobs.get('job')).toMatchObject({ state: 'complete', attempt: 0 });
  });

  it('starts a job immediately when woken, and within 6 s when not woken', async () => {
    const { time, service, worker } = setUp(() => Promise.resolve(DONE));
    worker.start();
    await time.runUntil(() => service.claims > 0, MINUTE);
    service.add('heard', 'dst');
    worker.wake();
    const from = time.now;
    await time.runUntil(() => service.isDone, MINUTE);
    expect(time.now - from).toBeLessThan(100);
    service.add('unheard', 'dst');
    await time.runUntil(() => service.isDone, time.now + 6_000);
  });

  it('releases unfinished jobs when it stops, and makes no more calls', async () => {
    let calls = 0;
    const { time, service, worker, outcomeOf } = setUp(async (input, clock) => {
      if (input.destinationId === 'short') {
        await clock.pause(10_000);
        return DONE;
      }
      for (;;) {
        await input.beforeCall();
        calls += 1;
        await clock.pause(3_000, input.signal);
      }
    });
    service.add('short job', 'short');
    service.add('long job', 'long');
    worker.start();
    await time.runUntil(() => calls > 0, MINUTE);
    let hasStopped = false;
    void worker.stop().then(() => {
      hasStopped = true;
    });
    await time.runUntil(() => hasStopped, MINUTE);
    expect(outcomeOf('short job')).toMatchObject({ status: 'complete' });
    expect(outcomeOf('long job')).toMatchObject({ status: 'released' });
    expect(service.jobs.get('long job')).toMatchObject({ attempt: 0 });
    const made = calls;
    await time.runUntil(() => false, time.now + 30_000).catch(() => undefined);
    expect(calls).toBe(made);
  });

  it('reports the progress of a long deletion, so that the next attempt can continue there', async () => {
    const { time, service, worker, outcomeOf } = setUp((input) => {
      input.saveProgress({ after: 'objects/17' });
      return Promise.resolve({ status: 'failed', reason: 'It broke.' });
    });
    const sent: ReportDeletions['reports'][number][] = [];
    const report = service.reportDeletions.bind(service);
    service.reportDeletions = (command) => {
      sent.push(...command.reports);
      return report(command);
    };
    service.add('job', 'dst');
    worker.start();
    await time.runUntil(() => outcomeOf('job') !== undefined, MINUTE);
    expect(sent[0]).toMatchObject({ progress: { after: 'objects/17' } });
  });
});
