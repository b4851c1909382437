import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '@lethe/testing';
import { IDS, OTHER_WORKSPACE, TOKENS, WORKSPACE } from '../../support/workspaces.js';
import type { Recorder, Request } from '../history.js';
import { Caller, type Gateway } from './caller.js';
import { ALWAYS, COMMON, MANY, NEVER, SOURCES } from './people.js';
import { cancelSending, createSending, listSending, readSending, runSending } from './sendings.js';

/** Whose deletions are due at once; `deletingWorkspace` makes it. */
export const DELETING_WORKSPACE = 'ws_deleting';
export const DELETING_AT = ['dst_plain', 'dst_slow', 'dst_flaky'] as const;

type CreateRequest = Extract<Request, { name: 'create' }>;

/** Asks for one thing after another, until it is told to rest. */
export interface Lane {
  readonly pauseMs: number;
  step(): Promise<void>;
}

export interface LaneOptions {
  readonly recorder: Recorder;
  readonly gateways: readonly Gateway[];
  readonly random: Random;
}

/** Callers who do not know whether their request was heard, and act as the docs tell them. */
const FORGETFUL = 0.15;
/** Those who repeat nothing, and send no key. */
const CARELESS = 0.1;
const CANCELING = 0.45;
const READING = 0.15;
/** Few for each user, so that states change until the end: another regulation of who is suppressed changes none. */
const MOST_KEPT = 4;
const ROAMING = 2;

/** Everything that callers do to a control plane, all the time. */
export function makeLanes(options: LaneOptions): Lane[] {
  return [
    ...Array.from({ length: ROAMING }, (_, n) => suppressing(options, n)),
    // While one regulation service stands still, the callers of the other one's gateway go on.
    ...options.gateways.map((gateway, n) =>
      suppressing({ ...options, gateways: [gateway] }, ROAMING + n),
    ),
    inBulk(options),
    deleting(options, 0),
    deleting(options, 1),
    listing(options),
    testing(options, 0, TOKENS.deleter, DELETING_AT[0]),
    testing(options, 1, TOKENS.admin, IDS.hook), // where nobody listens
  ];
}

/** Before anything goes wrong. */
export async function suppressAlways({ recorder, gateways }: LaneOptions): Promise<void> {
  for (const [token, workspaceId, userIds] of [
    [TOKENS.admin, WORKSPACE, ALWAYS],
    [TOKENS.stranger, OTHER_WORKSPACE, NEVER],
  ] as const) {
    const caller = new Caller(recorder, `always-${workspaceId}`, gateways, token);
    const op = caller.newOperation();
    const request: CreateRequest = {
      ...{ name: 'create', workspaceId, regulationType: 'suppress', userIds, isKeyed: true },
    };
    await caller.persist(op, request, createSending(op, request));
  }
}

function suppressing({ recorder, gateways, random }: LaneOptions, n: number): Lane {
  const caller = new Caller(recorder, `suppress-${n}`, gateways, TOKENS.admin);
  const active: string[] = [];
  const create = async (): Promise<void> => {
    const isKeyed = !random.chance(CARELESS);
    // What came of a request without a key perhaps nobody ever knows, and can cancel.
    const people = isKeyed ? COMMON : MANY;
    const request: CreateRequest = {
      name: 'create',
      workspaceId: WORKSPACE,
      regulationType: 'suppress',
      userIds: [...new Set([random.pick(people), random.pick(people)])],
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
      if (random.chance(0.9)) active.splice(active.indexOf(id), 1); // else another cancel comes
      await cancelSurely(caller, id);
      if (random.chance(FORGETFUL)) await readOnce(caller, id);
    },
  };
}

function inBulk({ recorder, gateways, random }: LaneOptions): Lane {
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

function deleting({ recorder, gateways, random }: LaneOptions, n: number): Lane {
  const caller = new Caller(recorder, `delete-${n}`, gateways, TOKENS.deleter);
  const users = COMMON.map((name) => `${name}-of-${n}`);
  return {
    pauseMs: 300,
    step: async () => {
      const request: CreateRequest = {
        ...{ name: 'create', workspaceId: DELETING_WORKSPACE, isKeyed: true },
        ...{ regulationType: 'suppress_with_delete', userIds: random.some(users).slice(0, 3) },
      };
      const ids = await createOnce(caller, request, random, random.some(DELETING_AT));
      const [first] = ids;
      if (first !== undefined && random.chance(0.3)) await cancelSurely(caller, first);
    },
  };
}

/** Page after page, and from the beginning after the last one, or where one did not come. */
function listing({ recorder, gateways }: LaneOptions): Lane {
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

/** A test is never repeated: it would be another one. */
function testing(
  { recorder, gateways }: LaneOptions,
  n: number,
  token: string,
  destinationId: string,
): Lane {
  const caller = new Caller(recorder, `run-${n}`, gateways, token);
  return {
    pauseMs: 150,
    step: async () => {
      const op = caller.newOperation();
      await caller.attempt(op, { name: 'run' }, runSending(op, destinationId));
    },
  };
}

/** @returns ids of the regulations; none when nobody knows */
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
  if (answer !== undefined && random.chance(FORGETFUL)) await caller.persist(op, request, sending);
  return answer?.ids ?? [];
}

async function cancelSurely(caller: Caller, id: string): Promise<void> {
  await caller.persist(caller.newOperation(), { name: 'cancel', id }, cancelSending(id));
}

async function readOnce(caller: Caller, id: string): Promise<void> {
  await caller.attempt(caller.newOperation(), { name: 'read', id }, readSending(id));
}

/** Runs lanes until the signal; each ends with the answer to its last request. */
export async function runLanes(lanes: readonly Lane[], signal: AbortSignal): Promise<void> {
  await Promise.all(
    lanes.map(async (lane) => {
      while (!signal.aborted) {
        await lane.step();
        await delay(lane.pauseMs);
      }
    }),
  );
}
