import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Instance } from '../../support/instance.js';
import type { OwnService } from '../../support/own-services.js';
import type { Recorder } from '../history.js';
import type { ChaosSystem } from '../system/chaos-system.js';
import type { FaultyLink } from './faulty-link.js';
import type { Fault, LinkFault } from './schedule.js';

type Note = () => void;

/**
 * Maximum milliseconds until a process reaches a fail point. Under load, processes reach it all the
 * time.
 */
const CATCHING_MS = 5_000;

/** Runs a schedule. Returns when the last fault has ended and all killed processes run again. */
export async function injectFaults(
  system: ChaosSystem,
  recorder: Recorder,
  schedule: readonly Fault[],
): Promise<void> {
  const begin = recorder.now;
  const failing = new Set<string>();
  await Promise.all(
    schedule.map(async (fault) => {
      await delay(begin + fault.at - recorder.now);
      await strike(system, recorder, fault, failing);
    }),
  );
}

/**
 * @param failing targets with an open fault. They get no second fault, because both would end
 *   together.
 */
async function strike(
  system: ChaosSystem,
  recorder: Recorder,
  fault: Fault,
  failing: Set<string>,
): Promise<void> {
  const [from = '', to] = fault.target.split(' > ');
  const server = from === 'kafka' || from === 'postgres' ? system[from] : undefined;
  // `relay` is a second name of a regulation service.
  const victim = server === undefined ? system.instance(from).name : from;
  const link = to === undefined ? undefined : `${victim} > ${to}`;
  const what = server === undefined ? (link ?? victim) : 'servers'; // one server at a time
  if (failing.has(what)) return;
  failing.add(what);
  /** Records the fault. Call it only when the fault has happened. */
  const note: Note = () => {
    recorder.add({ type: 'fault', fault, victim });
  };
  if (server !== undefined) await strikeServer(server, fault, note);
  else if (link !== undefined) await failLink(system.links.get(link), fault, note);
  else await strikeApp(system, system.instance(victim), fault, note);
  failing.delete(what);
}

async function failLink(link: FaultyLink, { kind, forMs }: Fault, note: Note): Promise<void> {
  link.fail(kind as LinkFault);
  note();
  await delay(forMs);
  link.heal();
}

async function strikeApp(
  system: ChaosSystem,
  instance: Instance,
  fault: Fault,
  note: Note,
): Promise<void> {
  const { kind, forMs } = fault;
  const isUp = (): boolean => instance.isRunning;
  if (!isUp()) return; // it crashed, and the supervisor restarts it
  if (kind === 'killed') {
    system.expectEnd(instance);
    await instance.kill();
    note();
    await delay(forMs);
    if (!isUp()) instance.start();
    return;
  }
  if (kind === 'frozen') instance.freeze();
  else if (!(await isReached(system, instance, fault))) return; // it had nothing to commit or to publish
  note();
  await delay(forMs);
  if (isUp()) instance.thaw();
}

/**
 * Freezes a process in the middle of a transaction, or delays its commit. A frozen process has
 * begun the transaction and sent nothing yet. After the freeze it continues at this point. A
 * process whose commit is delayed continues with all other work.
 *
 * @returns whether the process reached the point in time
 */
async function isReached(
  { system }: ChaosSystem,
  instance: Instance,
  { kind, forMs }: Fault,
): Promise<boolean> {
  const isCaught = kind === 'caught';
  if (isCaught) system.arm(instance, 'before sending a batch', 'SIGSTOP');
  else system.hold(instance, 'before commit', forMs);
  const until = performance.now() + CATCHING_MS;
  const isThere = (): boolean => (isCaught ? system.hasFired(instance) : system.hasBegun(instance));
  while (!isThere() && performance.now() < until) await delay(20);
  return !system.disarm(instance);
}

async function strikeServer(server: OwnService, { kind, forMs }: Fault, note: Note): Promise<void> {
  if (kind === 'killed') {
    await server.kill();
    note();
    await delay(forMs);
    await server.startSurely();
    return;
  }
  // PostgreSQL has a process for each connection. While its first process is frozen, PostgreSQL
  // creates no further processes.
  process.kill(server.pid, 'SIGSTOP');
  const all = [server.pid, ...childrenOf(server.pid)];
  for (const pid of all) signal(pid, 'SIGSTOP');
  note();
  await delay(forMs);
  for (const pid of all) signal(pid, 'SIGCONT');
}

function childrenOf(parent: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n');
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []));
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // its connection has ended
  }
}
