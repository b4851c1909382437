import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '@lethe/testing';
import { IDS, OTHER_WORKSPACE, TOKENS, WORKSPACE } from '../../support/workspaces.js';
import type { Recorder, Request } from '../history.js';
import { Caller, type Gateway } from './caller.js';
import { ALWAYS, COMMON, MANY, NEVER, SOURCES } from './users.js';
import {
  cancelSending,
  createSending,
  listSending,
  readSending,
  runSending,
  verifySending,
} from './sendings.js';

/** The workspace whose deletions are due at once. `deletingWorkspace` creates it. */
export const DELETING_WORKSPACE = 'ws_deleting';
export const DELETING_AT = ['dst_plain', 'dst_slow', 'dst_flaky'] as const;
/** A store whose deletions are verified. Data of the users `RETURNING` comes back there. */
export const ROWS_AT = 'dst_rows';
const DELETERS = 2;
const RETURNING = COMMON.filter((_, n) => n % 2 === 0);

type CreateRequest = Extract<Request, { name: 'create' }>;

/** Sends one request after another until it is stopped. */
export interface RequestLoop {
  readonly pauseMs: number;
  step(): Promise<void>;
}

export interface LoopOptions {
  readonly recorder: Recorder;
  readonly gateways: readonly Gateway[];
  readonly random: Random;
  /** Whether the system has the destination `ROWS_AT`. */
  readonly hasRows?: boolean;
}

/** Returns the users whose data comes back at `ROWS_AT`. */
export function returningUsers(): readonly string[] {
  return Array.from({ length: DELETERS }, (_, n) =>
    RETURNING.map((name) => userOf(name, n)),
  ).flat();
}

/**
 * Share of requests whose caller acts as if it missed the answer. After a create, it repeats the
 * create. After a cancel, it reads the regulation.
 */
const UNCERTAIN = 0.15;
/** Share of creates without an idempotency key, which their caller does not repeat. */
const CARELESS = 0.1;
const CANCELING = 0.45;
const READING = 0.15;
/**
 * Maximum number of active regulations of a loop. It is low, so that states keep changing: a
 * further regulation of a suppressed user changes nothing.
 */
const MOST_KEPT = 4;
const ROAMING = 2;

/** Returns loops for all kinds of requests to a control plane. */
export function makeRequestLoops(options: LoopOptions): RequestLoop[] {
  const verifiable: string[] = [];
  return [
    ...Array.from({ length: ROAMING }, (_, n) => suppressing(options, n)),
    // A loop for each gateway, which continues while the regulation service of the other gateway is
    // frozen.
    ...options.gateways.map((gateway, n) =>
      suppressing({ ...options, gateways: [gateway] }, ROAMING + n),
    ),
    inBulk(options),
    ...Array.from({ length: DELETERS }, (_, n) => deleting(options, n, verifiable)),
    verifying(options, verifiable),
    listing(options),
    testing(options, 0, TOKENS.deleter, DELETING_AT[0]),
    testing(options, 1, TOKENS.admin, IDS.hook), // its port has no listener
  ];
}

/** Suppresses the users `ALWAYS` and `NEVER`. Call it before the first fault. */
export async function suppressAlways({ recorder, gateways }: LoopOptions): Promise<void> {
  for (const [token, workspaceId, userIds] of [
    [TOKENS.admin, WORKSPACE, ALWAYS],
    [TOKENS.otherAdmin, OTHER_WORKSPACE, NEVER],
  ] as const) {
    const caller = new Caller(recorder, `always-${workspaceId}`, gateways, token);
    const op = caller.newOperation();
    const request: CreateRequest = {
      ...{ name: 'create', workspaceId, regulationType: 'suppress', userIds, isKeyed: true },
    };
    await caller.persist(op, request, createSending(op, request));
  }
}

function suppressing({ recorder, gateways, random }: LoopOptions, n: number): RequestLoop {
  const caller = new Caller(recorder, `suppress-${n}`, gateways, TOKENS.admin);
  const active: string[] = [];
  const create = async (): Promise<void> => {
    const isKeyed = !random.chance(CARELESS);
    // The outcome of a request without a key can stay unknown. Then no loop cancels its regulation.
    const users = isKeyed ? COMMON : MANY;
    const request: CreateRequest = {
      name: 'create',
      workspaceId: WORKSPACE,
      regulationType: 'suppress',
      userIds: [...new Set([random.pick(users), random.pick(users)])],
      ...(random.chance(0.4) ? {} : { sourceIds: random.some(SOURCES) }),
      isKeyed,
    };
    active.push(...(await createOnce(caller, request, random)));
  };
  return {
    pauseMs: 40,
    step: async () => {
      const id = active[random.below(active.length)];
      const isFull = active.length >= MOST_KEPT;
      if (id === undefined || !(isFull || random.chance(CANCELING + READING))) return create();
      if (random.chance(READING / (CANCELING + READING))) return readOnce(caller, id);
      // If the regulation stays in the list, a second cancel can follow.
      if (random.chance(0.9)) active.splice(active.indexOf(id), 1);
      await cancelSurely(caller, id);
      if (random.chance(UNCERTAIN)) await readOnce(caller, id);
    },
  };
}

function inBulk({ recorder, gateways, random }: LoopOptions): RequestLoop {
  const caller = new Caller(recorder, 'bulk', gateways, TOKENS.admin);
  let last: readonly string[] = [];
  return {
    pauseMs: 1_000,
    step: async () => {
      const users = new Set(Array.from({ length: 150 }, () => random.pick(MANY)));
      const request: CreateRequest = {
        ...{ name: 'create', workspaceId: WORKSPACE, regulationType: 'suppress' },
        ...{ userIds: [...users], isKeyed: true },
      };
      const before = last;
      last = await createOnce(caller, request, random);
      for (const id of before.slice(0, 10)) await cancelSurely(caller, id);
    },
  };
}

/** @param verifiable gets the regulations whose deletions can be verified */
function deleting(
  { recorder, gateways, random, hasRows = false }: LoopOptions,
  n: number,
  verifiable: string[],
): RequestLoop {
  const caller = new Caller(recorder, `delete-${n}`, gateways, TOKENS.deleter);
  const users = COMMON.map((name) => userOf(name, n));
  return {
    pauseMs: 300,
    step: async () => {
      const request: CreateRequest = {
        ...{ name: 'create', workspaceId: DELETING_WORKSPACE, isKeyed: true },
        ...{ regulationType: 'suppress_with_delete', userIds: random.some(users).slice(0, 3) },
      };
      const places: readonly string[] = hasRows ? [...DELETING_AT, ROWS_AT] : DELETING_AT;
      const destinationIds = random.some(places);
      const ids = await createOnce(caller, request, random, destinationIds);
      const [first] = ids;
      if (first !== undefined && random.chance(0.3)) await cancelSurely(caller, first);
      if (destinationIds.includes(ROWS_AT)) verifiable.push(...ids);
    },
  };
}

/** Orders verifications, some of them twice. They are refused while no deletion is complete. */
function verifying(
  { recorder, gateways, random }: LoopOptions,
  verifiable: readonly string[],
): RequestLoop {
  const caller = new Caller(recorder, 'verify', gateways, TOKENS.deleter);
  return {
    pauseMs: 300,
    step: async () => {
      const id = verifiable[random.below(verifiable.length)];
      if (id === undefined) return;
      const op = caller.newOperation();
      do await caller.attempt(op, { name: 'verify', id }, verifySending(id));
      while (random.chance(UNCERTAIN));
    },
  };
}

/** @param n number of the loop that deletes the user */
function userOf(name: string, n: number): string {
  return `${name}-of-${n}`;
}

/**
 * Reads page after page. Starts from the beginning after the last page, or after a failed request
 * for a page.
 */
function listing({ recorder, gateways }: LoopOptions): RequestLoop {
  const caller = new Caller(recorder, 'list', gateways, TOKENS.admin);
  let cursor: string | undefined;
  return {
    pauseMs: 200,
    step: async () => {
      const sending = listSending(cursor);
      const outcome = await caller.attempt(caller.newOperation(), { name: 'list' }, sending);
      cursor = outcome.kind === 'acknowledged' ? outcome.cursor : undefined;
    },
  };
}

/** A test run is never repeated, because it would be another test run. */
function testing(
  { recorder, gateways }: LoopOptions,
  n: number,
  token: string,
  destinationId: string,
): RequestLoop {
  const caller = new Caller(recorder, `run-${n}`, gateways, token);
  return {
    pauseMs: 150,
    step: async () => {
      const op = caller.newOperation();
      await caller.attempt(op, { name: 'run' }, runSending(op, destinationId));
    },
  };
}

/** @returns ids of the regulations; none if the outcome is unknown */
async function createOnce(
  caller: Caller,
  request: CreateRequest,
  random: Random,
  destinationIds?: readonly string[],
): Promise<readonly string[]> {
  const op = caller.newOperation();
  const sending = createSending(op, request, destinationIds);
  if (!request.isKeyed) {
    const outcome = await caller.attempt(op, request, sending);
    return outcome.kind === 'acknowledged' ? outcome.ids! : [];
  }
  const answer = await caller.persist(op, request, sending);
  if (answer !== undefined && random.chance(UNCERTAIN)) await caller.persist(op, request, sending);
  return answer?.ids ?? [];
}

async function cancelSurely(caller: Caller, id: string): Promise<void> {
  await caller.persist(caller.newOperation(), { name: 'cancel', id }, cancelSending(id));
}

async function readOnce(caller: Caller, id: string): Promise<void> {
  await caller.attempt(caller.newOperation(), { name: 'read', id }, readSending(id));
}

/** Runs loops until the signal. Each ends with the answer to its last request. */
export async function runRequestLoops(
  loops: readonly RequestLoop[],
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    loops.map(async (loop) => {
      while (!signal.aborted) {
        await loop.step();
        await delay(loop.pauseMs);
      }
    }),
  );
}
