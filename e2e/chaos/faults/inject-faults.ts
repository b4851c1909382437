import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Instance } from '../../support/instance.js';
import type { OwnService } from '../../support/own-services.js';
import type { Recorder } from '../history.js';
import type { ChaosSystem } from '../system/chaos-system.js';
import type { FaultyLink } from './faulty-link.js';
import type { Fault, LinkFault } from './schedule.js';

type Note = () => void;

/** How long one waits for somebody to get there; the load has them do so all the time. */
const CATCHING_MS = 5_000;

/** Has a schedule happen. @returns when the last fault is over, and what was ended runs again */
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

/** @param failing what is not yet over with a fault before, and is left alone: its end would be that of both */
async function strike(
  system: ChaosSystem,
  recorder: Recorder,
  fault: Fault,
  failing: Set<string>,
): Promise<void> {
  const [from = '', to] = fault.target.split(' > ');
  const server = from === 'kafka' || from === 'postgres' ? system[from] : undefined;
  const victim = server === undefined ? system.instance(from).name : from; // the relay has two names
  const link = to === undefined ? undefined : `${victim} > ${to}`;
  const what = server === undefined ? (link ?? victim) : 'servers'; // one at a time
  if (failing.has(what)) return;
  failing.add(what);
  /** When it has happened, and only then. */
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
  if (!isUp()) return; // it has ended by itself, and is about to be started again
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
 * Has a process freeze, or hold a commit back, in the middle of a transaction. Who is caught has begun it and sent
 * nothing yet: let go, that is what it goes on with. Whose commit is late goes on with all else.
 *
 * @returns whether it got there in time
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
  // PostgreSQL has a process for each connection. The first one makes no more of them once it stands still.
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
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // a connection that ended
  }
}
