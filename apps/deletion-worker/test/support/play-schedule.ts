import type { DeletionWorkerCommands } from '@lethe/api/deletions';
import { LetheError } from '@lethe/contracts';
import { LeaseEndedError, type DeletionInput, type DeletionOutcome } from '@lethe/destinations';
import { DeletionWorker } from '../../src/deletion-worker.js';
import { StrictService } from './strict-service.js';
import { VirtualTime, WorkerClock } from './virtual-time.js';

export type Habit = 'good' | 'slow' | 'limit' | 'throw' | 'hang' | 'fail' | 'outage';

export interface Trouble {
  readonly worker: number;
  readonly at: number;
  readonly what:
    | { readonly kind: 'crash' }
    | { readonly kind: 'stop' }
    | { readonly kind: 'freeze' | 'sleep' | 'set-clock' | 'cut-off'; readonly ms: number };
}

export interface Schedule {
  readonly destinations: readonly { readonly jobs: number; readonly habit: Habit }[];
  readonly network: readonly {
    readonly ms: number;
    readonly lost: 'no' | 'command' | 'answer';
    readonly repeated: boolean;
  }[];
  readonly troubles: readonly Trouble[];
}

const LEASE_MS = 5_000;
const RATE = 5;
/** After this time no fault happens, and a healthy worker finishes the jobs. */
const TROUBLED_MS = 90_000;
const END_MS = 3_600_000;

interface Machine {
  readonly clock: WorkerClock;
  readonly worker: DeletionWorker;
  cutOffUntil: number;
  hasStopped: boolean;
}

/**
 * Plays a schedule in virtual time, with three faulty workers and then a healthy one.
 *
 * @param options.pace speed of the workers' clocks; 1 is correct
 * @returns the problems that were found
 */
export async function playSchedule(
  schedule: Schedule,
  { pace: clockSpeed = 1 }: { readonly pace?: number } = {},
): Promise<readonly string[]> {
  const time = new VirtualTime();
  const service = new StrictService(time);
  const problems: string[] = [];
  const habits = new Map<string, Habit>();
  const called = new Set<string>();
  const calls = new Map<string, number[]>();
  schedule.destinations.forEach(({ jobs, habit }, index) => {
    const destinationId = `dst-${index}`;
    habits.set(destinationId, habit);
    for (let job = 0; job < jobs; job += 1) service.add(`${destinationId}-${job}`, destinationId);
  });
  let sent = 0;

  const open = (name: string, isTroubled: boolean): Machine => {
    const clock = new WorkerClock(time, clockSpeed);
    const commands = isTroubled ? overNetwork(service) : service;
    const machine: Machine = {
      clock,
      cutOffUntil: 0,
      hasStopped: false,
      worker: new DeletionWorker({
        commands,
        clock,
        worker: name,
        concurrency: 4,
        leaseMs: LEASE_MS,
        onServiceFailure: () => undefined,
        parts: {
          findTarget: (workspaceId, id) =>
            Promise.resolve({
              id,
              workspaceId,
              type: 'WEBHOOK',
              connectionMode: 'cloud',
              config: { webhookUrl: 'http://x.example', deletionUrl: 'http://x.example/deletions' },
            }),
          providerOf: () => ({
            delete: (input) => deleteAt(input, name, clock),
            close: () => Promise.resolve(),
          }),
          rateOf: () => RATE,
          onDefect: () => undefined,
        },
      }),
    };
    return machine;

    function overNetwork(target: StrictService): DeletionWorkerCommands {
      const send = async <T>(command: () => Promise<T>): Promise<T> => {
        const { ms, lost, repeated } = schedule.network[sent++ % schedule.network.length]!;
        await time.pause(ms);
        if (lost === 'command' || time.now < machine.cutOffUntil)
          throw new LetheError('unavailable');
        if (repeated) await command();
        const answer = await command();
        await time.pause(ms);
        if (lost === 'answer' || time.now < machine.cutOffUntil)
          throw new LetheError('unavailable');
        return answer;
      };
      const awake = async <T>(sending: Promise<T>): Promise<T> => {
        try {
          return await sending;
        } finally {
          await new Promise<void>((resolve) => {
            clock.whenAwake(resolve);
          });
        }
      };
      return {
        claimDeletions: (command) => awake(send(() => target.claimDeletions(command))),
        heartbeatDeletions: (command) => awake(send(() => target.heartbeatDeletions(command))),
        reportDeletions: (command) => awake(send(() => target.reportDeletions(command))),
      };
    }
  };

  async function deleteAt(
    input: DeletionInput,
    worker: string,
    clock: WorkerClock,
  ): Promise<DeletionOutcome> {
    const { jobId, destinationId } = input;
    const habit = habits.get(destinationId);
    const steps = habit === 'slow' ? 12 : 2;
    const isFirst = () => (calls.get(`${worker} ${destinationId}`)?.length ?? 0) < 10;
    for (let step = 0; step < steps; step += 1) {
      await input.beforeCall();
      noteCall(worker, input);
      if (habit === 'hang' && isFirst()) {
        await clock.pause(10_000, input.signal);
        if (input.signal.aborted) throw new LeaseEndedError('over');
        return { status: 'delayed', cause: 'outage', reason: 'no answer', retryAfterMs: 60_000 };
      }
      await clock.pause(habit === 'slow' ? 900 : 20, input.signal);
    }
    called.add(`${worker} ${jobId}`);
    if (habit === 'throw') throw new TypeError('a mistake');
    const reason = `It went wrong for ${input.users[0]!.identifiers.userId}.`;
    if (habit === 'fail') return { status: 'failed', reason };
    if (habit === 'limit' && isFirst()) return { status: 'delayed', cause: 'limit', reason };
    if (habit === 'outage' && isFirst()) return { status: 'delayed', cause: 'outage', reason };
    return { status: 'complete', record: { method: 'call', counts: { calls: steps } } };
  }

  function noteCall(worker: string, { jobId, destinationId }: DeletionInput): void {
    const job = service.jobs.get(jobId);
    const leased = job?.state === 'running' && job.worker === worker && time.now < job.leaseEndsAt;
    if (!leased)
      problems.push(`${worker} called for ${jobId} at ${time.now}, outside of its lease`);
    const key = `${worker} ${destinationId}`;
    const times = calls.get(key) ?? [];
    calls.set(key, [...times, time.now]);
    const inLastSecond = times.filter((at) => at > time.now - 1_000).length;
    if (inLastSecond > RATE) problems.push(`${key} was called too often at ${time.now}`);
  }

  const machines = [0, 1, 2].map((index) => open(`worker-${index}`, true));
  for (const { worker } of machines) worker.start();
  const stops: Promise<void>[] = [];
  const stop = (machine: Machine) => {
    if (machine.hasStopped || machine.clock.isDead) return;
    machine.hasStopped = true;
    stops.push(machine.worker.stop());
  };
  const mayDoubt = (worker: number, kind: string) =>
    kind === 'set-clock' &&
    schedule.troubles.some((other) => other.worker === worker && other.what.kind === 'sleep');
  for (const { worker, what, at } of schedule.troubles) {
    const machine = machines[worker]!;
    // A worker cannot detect that its wall clock was set, if a sleep of the machine stopped its
    // monotonic clock. So the test omits this combination.
    if (mayDoubt(worker, what.kind)) continue;
    time.at(at, () => {
      if (what.kind === 'crash') machine.clock.isDead = true;
      else if (what.kind === 'stop') stop(machine);
      else if (what.kind === 'set-clock') machine.clock.setWall(what.ms);
      else if (what.kind === 'cut-off') machine.cutOffUntil = time.now + what.ms;
      else machine.clock.freeze(what.ms, what.kind === 'sleep');
    });
  }
  const healthy = open('worker-3', false);
  time.at(TROUBLED_MS, () => {
    for (const machine of machines) stop(machine);
    healthy.worker.start();
  });
  try {
    await time.runUntil(() => service.isDone, END_MS);
  } catch {
    const open = [...service.jobs.values()].filter(({ state }) => state !== 'complete');
    problems.push(`not done: ${open.map(({ jobId, state }) => `${jobId} ${state}`).join()}`);
  }
  for (const job of service.jobs.values()) {
    const done = job.outcomes.filter(({ status }) => status === 'complete');
    if (done.length > 1) problems.push(`${job.jobId} was completed twice`);
    if (done.length === 1 && !called.has(`${job.worker ?? ''} ${job.jobId}`)) {
      problems.push(`${job.jobId} was reported complete and never called`);
    }
  }
  return problems;
}
