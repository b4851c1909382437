import { Random } from '@lethe/testing';

/** A process that can be killed and frozen. `relay` is whichever regulation service leads at that moment. */
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

/** What a process reaches over a link of its own; `from > to`. */
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

/** What the relay's links are, whoever it is. */
export const RELAY_LINKS = ['relay > postgres', 'relay > kafka'] as const;

const PROCESS_FAULTS = ['killed', 'frozen', 'caught', 'late'] as const;
const LINK_FAULTS = ['held', 'silent', 'reset', 'slow'] as const;

export type ProcessName = (typeof PROCESSES)[number];
export type LinkName = (typeof LINKS)[number] | (typeof RELAY_LINKS)[number];
export type LinkFault = (typeof LINK_FAULTS)[number];
export type FaultKind = Fault['kind'];

/** What is done to whom, when, and for how long: milliseconds from the beginning of the schedule. */
export type Fault = {
  readonly at: number;
  readonly forMs: number;
} & (
  | { readonly target: ProcessName; readonly kind: (typeof PROCESS_FAULTS)[number] }
  | { readonly target: LinkName; readonly kind: LinkFault }
);

/** Everything that can fail. */
export const TARGETS = [...PROCESSES, ...LINKS, ...RELAY_LINKS] as const;
export const FAULT_KINDS: readonly FaultKind[] = [...PROCESS_FAULTS, ...LINK_FAULTS];

/**
 * What happens to some in the middle of a transaction only, and for how long. Who is caught while it publishes: until another one has
 * published in its place, surely, and less than the 15 s after which a transaction is given up. Whose commit is late: until others
 * who began later have committed, and their changes were read.
 */
const IN_TRANSACTION_MS: Partial<Record<FaultKind, Partial<Record<Target, number>>>> = {
  caught: { relay: 8_000, 'event-filter-0': 12_000, 'event-filter-1': 12_000 },
  late: { 'regulation-0': 2_500, 'regulation-1': 2_500 },
};

/** Servers that everybody needs: one at a time, and seldom, or nothing but their absence would be tested. */
const SERVERS_SHARE = 0.12;
/** The relay is where most can go wrong. */
const RELAY_SHARE = 0.2;
/** Shorter and longer than leases, locks and sessions last in this system (3 to 6 s). */
const SHORTEST_MS = 300;
const LONGEST_MS = 9_000;
/** So that two or three things are wrong at once, mostly. */
const MOST_PAUSE_MS = 2_500;

/**
 * Draws what goes wrong in a stretch of time. The same seed draws the same; what meets what in the processes is
 * another matter.
 *
 * @param beginning only what begins with one of these names fails; everything when absent
 * @param kinds only this happens; everything when absent
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

/** What begins with one of the names, and can fail in one of the ways. */
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

/** Processes and links have the same chance, whatever their number. */
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
