import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Recorder } from '../history.js';
import type { ChaosSystem } from '../system/chaos-system.js';
import type { Fault, LinkFault } from './schedule.js';

/** How long one waits for somebody to get there; the load has them do so all the time. */
const CATCHING_MS = 5_000;

/** Has a schedule happen. @returns when the last fault is over, and what was ended runs again */
export async function strikeAll(
  system: ChaosSystem,
  recorder: Recorder,
  schedule: readonly Fault[],
): Promise<void> {
  const begin = recorder.now;
  const down = new Set<string>();
  await Promise.all(
    schedule.map(async (fault) => {
      await delay(begin + fault.at - recorder.now);
      await strike(system, recorder, fault, down);
    }),
  );
}

/** @param down servers that are not yet back from a fault before: they are left alone */
async function strike(
  system: ChaosSystem,
  recorder: Recorder,
  fault: Fault,
  down: Set<string>,
): Promise<void> {
  const [from = '', to] = fault.target.split(' > ');
  const isServer = from === 'kafka' || from === 'postgres';
  if (isServer && down.has(from)) return;
  const victim = isServer ? from : system.instance(from).name;
  recorder.add({ type: 'fault', fault, victim });
  if (to !== undefined) await failLink(system, `${victim} > ${to}`, fault);
  else if (isServer) {
    down.add(from);
    await strikeServer(system[from], fault);
    down.delete(from);
  } else if (fault.kind === 'caught') await catchPublishing(system, recorder, victim, fault);
  else if (fault.kind === 'late') await holdCommit(system, recorder, victim, fault);
  else await strikeApp(system, victim, fault);
}

async function failLink(
  { links }: ChaosSystem,
  name: string,
  { kind, forMs }: Fault,
): Promise<void> {
  const link = links.get(name);
  link.fail(kind as LinkFault);
  await delay(forMs);
  link.heal();
}

async function strikeApp(system: ChaosSystem, name: string, { kind, forMs }: Fault): Promise<void> {
  const instance = system.instance(name);
  const isUp = (): boolean => instance.isRunning;
  if (!isUp()) return; // another fault has ended it, and starts it again
  if (kind === 'killed') {
    system.expectEnd(instance);
    await instance.kill();
    await delay(forMs);
    if (!isUp()) instance.start();
  } else {
    instance.freeze();
    await delay(forMs);
    if (isUp()) instance.thaw();
  }
}

/** Freezes a process when it has begun a transaction and sent nothing yet: let go, that is what it goes on with. */
async function catchPublishing(
  chaos: ChaosSystem,
  recorder: Recorder,
  name: string,
  { forMs }: Fault,
): Promise<void> {
  const { system } = chaos;
  const instance = chaos.instance(name);
  system.arm(instance, 'before sending a batch', 'SIGSTOP');
  await reached(recorder, () => system.hasFired(instance));
  if (system.disarm(instance)) return; // it had nothing to publish
  recorder.add({ type: 'caught', process: name });
  await delay(forMs);
  if (instance.isRunning) instance.thaw();
}

/** Holds one commit back, while its process goes on with all else. */
async function holdCommit(
  chaos: ChaosSystem,
  recorder: Recorder,
  name: string,
  { forMs }: Fault,
): Promise<void> {
  const { system } = chaos;
  const instance = chaos.instance(name);
  system.hold(instance, 'before commit', forMs);
  await reached(recorder, () => system.hasBegun(instance));
  if (system.disarm(instance)) return;
  recorder.add({ type: 'caught', process: name });
  await delay(forMs);
}

async function reached(recorder: Recorder, condition: () => boolean): Promise<void> {
  const until = recorder.now + CATCHING_MS;
  while (!condition() && recorder.now < until) await delay(20);
}

async function strikeServer(server: ChaosSystem['kafka'], { kind, forMs }: Fault): Promise<void> {
  if (kind === 'killed') {
    await server.kill();
    await delay(forMs);
    await server.startSurely();
    return;
  }
  // PostgreSQL has a process for each connection. The first one makes no more of them once it stands still.
  process.kill(server.pid, 'SIGSTOP');
  const all = [server.pid, ...childrenOf(server.pid)];
  for (const pid of all) signal(pid, 'SIGSTOP');
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
