import { Random } from '@lethe/testing';

/**
 * Processes that can be killed and frozen. `relay` is the regulation service that leads when the
 * fault begins.
 */
export const PROCESSES = [
  'gateway-0',
  'gateway-1',
  'regulation-0',
  'regulation-1',
  'relay',
  'test-runner-0',
  'deletion-worker-0',
  'deletion-worker-1',
  'event-filter-0',
  'event-filter-1',
  'kafka',
  'postgres',
] as const;

/** Links from processes to servers: `from > to`. Each process has its own links. */
export const LINKS = [
  'gateway-0 > postgres',
  'gateway-0 > kafka',
  'gateway-0 > regulation',
  'gateway-1 > postgres',
  'gateway-1 > kafka',
  'gateway-1 > regulation',
  'regulation-0 > postgres',
  'regulation-0 > kafka',
  'regulation-1 > postgres',
  'regulation-1 > kafka',
  'test-runner-0 > postgres',
  'test-runner-0 > kafka',
  'deletion-worker-0 > postgres',
  'deletion-worker-0 > kafka',
  'deletion-worker-0 > regulation',
  'deletion-worker-1 > postgres',
  'deletion-worker-1 > kafka',
  'deletion-worker-1 > regulation',
  'event-filter-0 > kafka',
  'event-filter-1 > kafka',
] as const;

/** Links of the regulation service that leads when the fault begins. */
export const RELAY_LINKS = ['relay > postgres', 'relay > kafka'] as const;

const PROCESS_FAULTS = ['killed', 'frozen', 'caught', 'late'] as const;
const LINK_FAULTS = ['held', 'silent', 'reset', 'slow'] as const;

export type ProcessName = (typeof PROCESSES)[number];
export type LinkName = (typeof LINKS)[number] | (typeof RELAY_LINKS)[number];
export type LinkFault = (typeof LINK_FAULTS)[number];
export type FaultKind = Fault['kind'];

/** A fault: target, kind, start and duration, in milliseconds from the start of the schedule. */
export type Fault = {
  readonly at: number;
  readonly forMs: number;
} & (
  | { readonly target: ProcessName; readonly kind: (typeof PROCESS_FAULTS)[number] }
  | { readonly target: LinkName; readonly kind: LinkFault }
);

export const TARGETS = [...PROCESSES, ...LINKS, ...RELAY_LINKS] as const;
export const FAULT_KINDS: readonly FaultKind[] = [...PROCESS_FAULTS, ...LINK_FAULTS];

/**
 * Duration of faults in the middle of a transaction. A publisher is frozen so long that another
 * instance takes over the publishing. This is less than the 15 s after which Kafka aborts the
 * transaction. A commit is delayed long enough for later transactions to commit, and for readers to
 * see their changes.
 */
const IN_TRANSACTION_MS: Partial<Record<FaultKind, Partial<Record<Target, number>>>> = {
  caught: { relay: 8_000, 'event-filter-0': 12_000, 'event-filter-1': 12_000 },
  late: { 'regulation-0': 2_500, 'regulation-1': 2_500 },
};

/**
 * Share of faults at Kafka and PostgreSQL. It is low, because all processes need these servers, and
 * the run should test more than their absence.
 */
const SERVERS_SHARE = 0.12;
/** Share of faults at the relay. It is high, because the relay can cause the most problems. */
const RELAY_SHARE = 0.2;
/**
 * Limits of the duration of a fault. Leases, locks and sessions of this system take 3 to 6 s. So
 * some faults are shorter than all of them, and some are longer.
 */
const SHORTEST_MS = 300;
const LONGEST_MS = 9_000;
/**
 * Maximum time between the starts of two faults, so short that two or three faults mostly overlap.
 */
const MOST_PAUSE_MS = 2_500;

/**
 * Draws the faults for a period. The same seed draws the same faults. Nevertheless, the processes
 * can be in another state when a fault begins.
 *
 * @param beginning prefixes of the targets that can fail; all targets when absent
 * @param kinds of faults that can happen; all kinds when absent
 */
export function drawSchedule(
  random: Random,
  lengthMs: number,
  beginning: readonly string[] = [''],
  kinds: readonly string[] = FAULT_KINDS,
): Fault[] {
  const targets = targetsOf(beginning, kinds);
  const faults: Fault[] = [];
  const busyUntil = new Map<string, number>();
  for (let at = 0; at < lengthMs; at += random.below(MOST_PAUSE_MS)) {
    const target = drawTarget(random, targets);
    const kind = random.pick(kindsOf(target, kinds));
    const drawnMs = SHORTEST_MS + random.below(LONGEST_MS - SHORTEST_MS);
    const wantedMs = IN_TRANSACTION_MS[kind]?.[target] ?? drawnMs;
    const forMs = Math.min(wantedMs, lengthMs - at);
    const group = isServer(target) ? 'servers' : target;
    if ((busyUntil.get(group) ?? 0) > at) continue;
    busyUntil.set(group, at + forMs);
    faults.push({ at, forMs, target, kind } as Fault);
  }
  return faults;
}

/** Returns the targets that have one of the prefixes and can have one of the kinds of faults. */
export function targetsOf(
  beginning: readonly string[],
  kinds: readonly string[] = FAULT_KINDS,
): Target[] {
  return TARGETS.filter(
    (name) => beginning.some((begin) => name.startsWith(begin)) && kindsOf(name, kinds).length > 0,
  );
}

function kindsOf(target: Target, kinds: readonly string[]): readonly FaultKind[] {
  const all: readonly FaultKind[] = isLink(target) ? LINK_FAULTS : PROCESS_FAULTS;
  return all.filter(
    (kind) => kinds.includes(kind) && target in (IN_TRANSACTION_MS[kind] ?? { [target]: 0 }),
  );
}

type Target = (typeof TARGETS)[number];

/** Draws a target. A process is as likely as a link, although there are more links. */
function drawTarget(random: Random, targets: readonly Target[]): Target {
  const chance = random.next();
  const wantsLink = random.chance(0.5);
  const servers = targets.filter(isServer);
  if (chance < SERVERS_SHARE && servers.length > 0) return random.pick(servers);
  const relay = targets.filter((name) => name.startsWith('relay'));
  const wantsRelay = chance > 1 - RELAY_SHARE && relay.length > 0;
  const others = wantsRelay ? relay : targets.filter((name) => !isServer(name));
  const wanted = others.filter((name) => isLink(name) === wantsLink);
  return random.pick([wanted, others, targets].find(({ length }) => length > 0) ?? targets);
}

function isServer(target: Target): boolean {
  return target === 'kafka' || target === 'postgres';
}

function isLink(target: Target): target is LinkName {
  return target.includes(' > ');
}
