import type { ReceivedRecord } from '@lethe/messaging';
import { OTHER_WORKSPACE, WORKSPACE } from '../../support/workspaces.js';
import type { Entry, Request } from '../history.js';
import { DELETING_WORKSPACE, ROWS_AT } from '../load/request-loops.js';
import { keysOf } from '../load/users.js';
import type { FinalState, SeenEvent, StoredRegulation } from '../system/final-state.js';

const SERVICES = ['gateway', 'regulation', 'test-runner', 'deletion-worker', 'event-filter'].map(
  (app) => `lethe-${app}`,
);

const DELETED = {
  ...{ regulationId: 'r-d', destinationId: 'dst', isFurther: false },
  state: 'complete',
} as const;
const VERIFIED = { destinationId: ROWS_AT, isOrdered: true } as const;
const VERIFICATION: Request = { name: 'verify', id: 'r-d' };

/** A history and its final state. Each test breaks one of them in one place. */
export interface Run {
  readonly history: Entry[];
  readonly state: { -readonly [Key in keyof FinalState]: FinalState[Key][number][] };
}

/** Keys `workspace:user:source` that the run checks in its calms. */
const CHECKED = ['u', 'v', 'w'].map((user) => `${WORKSPACE}:${user}:src_web`);

/**
 * Returns a short run that keeps all promises: `u` is suppressed, and the suppression is lifted.
 * `v` is requested twice and stays suppressed. The request for `w` gets no answer. `d` is deleted
 * at two destinations, at one of them twice, because data was found again.
 */
export function goodRun(): Run {
  const regulations = [
    regulation('r-u', 'op-u', 'u', { canceled: true }),
    regulation('r-v', 'op-v', 'v'),
    regulation('r-d', 'op-d', 'd', {
      workspaceId: DELETING_WORKSPACE,
      type: 'suppress_with_delete',
    }),
  ];
  const covered = [...keysOf(DELETING_WORKSPACE, 'd', null), ...keysOf(WORKSPACE, 'v', null)];
  const knowsV = [`${WORKSPACE}:v:src_web`];
  const history: Entry[] = [
    calm(1, { covered: [], feeds: { feed: [] }, index: [], filter: [] }),
    ...attempted(10, 'op-u', create('u'), { kind: 'acknowledged', ids: ['r-u'] }),
    ...attempted(20, 'op-v', create('v'), { kind: 'broken' }),
    ...attempted(22, 'op-v', create('v'), { kind: 'acknowledged', ids: ['r-v'] }, { attempt: 2 }),
    ...attempted(30, 'op-w', create('w', false), { kind: 'hung' }).slice(0, 1),
    { at: 31, type: 'ended', op: 'op-w', attempt: 1, outcome: { kind: 'broken' } },
    ...attempted(40, 'op-d', deletion('d'), { kind: 'acknowledged', ids: ['r-d'] }),
    page(50, 'feed', [
      { key: `${WORKSPACE}:u:*`, canceled: false },
      { key: `${WORKSPACE}:v:*`, canceled: false },
    ]),
    ...attempted(60, 'cancel-u', { name: 'cancel', id: 'r-u' }, { kind: 'acknowledged' }),
    ...attempted(
      70,
      'read-u',
      { name: 'read', id: 'r-u' },
      { kind: 'acknowledged', isCanceled: true },
    ),
    ...attempted(
      80,
      'list',
      { name: 'list' },
      { kind: 'refused', status: 503, code: 'unavailable' },
    ),
    ...attempted(85, 'verify-d', VERIFICATION, { kind: 'broken' }),
    ...attempted(86, 'verify-d', VERIFICATION, { kind: 'acknowledged' }, { attempt: 2 }),
    ...attempted(90, 'run', { name: 'run' }, { kind: 'acknowledged', isDelivered: true }),
    page(2_000, 'feed', [{ key: `${WORKSPACE}:u:*`, canceled: true }]),
    calm(3_000, {
      ...{ covered, feeds: { feed: [`${WORKSPACE}:v:*`] }, index: knowsV, filter: knowsV },
    }),
    // Between these two calms, the state is certain.
    calm(5_000, {
      ...{ covered, feeds: { feed: [`${WORKSPACE}:v:*`] }, index: knowsV, filter: knowsV },
    }),
  ];
  const input = [
    event('e1', 15, 'u'),
    event('e2', 100, 'u'),
    event('e3', 4_000, 'v'),
    event('e4', 4_001, 'u'),
    event('e5', 4_002),
    { ...event('e6', 4_003), value: null },
  ];
  return {
    history,
    state: {
      regulations,
      deletions: [
        { ...DELETED, jobId: '1' },
        { ...DELETED, jobId: '2', destinationId: ROWS_AT },
        { ...DELETED, jobId: '4', destinationId: ROWS_AT, isFurther: true },
      ],
      verifications: [
        { ...VERIFIED, id: '3', jobId: '2', state: 'found', found: ['r-d'] },
        { ...VERIFIED, id: '5', jobId: '4', isOrdered: false, state: 'pending', found: [] },
        { ...VERIFIED, id: '6', jobId: '4', state: 'absent', found: [] },
      ],
      jobIds: ['1', '2', '4'],
      lifecycle: [
        fact('r-u', 'created'),
        fact('r-u', 'canceled'),
        fact('r-v', 'created'),
        fact('r-v', 'created'), // a repeated record with the same id
        fact('r-d', 'created'),
        fact('r-d', 'deletion_status_changed', { destinationId: 'dst', status: 'failed' }),
        fact('r-d', 'deletion_status_changed', { destinationId: 'dst', status: 'complete' }),
        ...['complete', 'pending', 'complete'].map((status, n) =>
          fact('r-d', 'deletion_status_changed', {
            ...{ destinationId: ROWS_AT, status, ceId: `rows-${n}` },
          }),
        ),
      ],
      suppressions: [
        suppression(`${WORKSPACE}:u`, ['*'], 1),
        suppression(`${WORKSPACE}:v`, ['*'], 2),
        suppression(`${WORKSPACE}:u`, [], 3),
        suppression(`${DELETING_WORKSPACE}:d`, ['*'], 4),
      ],
      orders: ['1', '2', '4'].map((jobId) => record('order', { jobId }, `order-${jobId}`)),
      input,
      output: [input[0]!, input[3]!, input[4]!],
      deadLetters: [input[5]!],
      arrivals: [
        { path: '/deletions', body: callFor('r-d', 'd') },
        { path: '/events', body: JSON.stringify({ type: 'track', event: 'run' }) },
      ],
      spanTexts: ['lethe-gateway', 'POST /v2/regulations', WORKSPACE, '201'],
      seenSpans: SERVICES.map((service) => ({ service, name: 'publish', times: 1 })),
      hidden: ['u+1@x.example', 'whsec_1234'],
    },
  };
}

export function attempted(
  at: number,
  op: string,
  request: Request,
  outcome: (Entry & { type: 'ended' })['outcome'],
  { attempt = 1, tookMs = 1, gateway = 'gateway-0' } = {},
): Entry[] {
  return [
    { at, type: 'invoked', op, attempt, gateway, request },
    { at: at + tookMs, type: 'ended', op, attempt, outcome },
  ];
}

export function create(userId: string, isKeyed = true): Request {
  return {
    ...{ name: 'create', workspaceId: WORKSPACE, regulationType: 'suppress', isKeyed },
    userIds: [userId],
  };
}

export function regulation(
  id: string,
  operation: string,
  userId: string,
  more: Partial<StoredRegulation> = {},
): StoredRegulation {
  return {
    ...{ id, operation, userId, workspaceId: WORKSPACE, requestId: `of ${id}`, type: 'suppress' },
    ...{ sourceIds: null, canceled: false, ...more },
  };
}

export function event(id: string, at: number, userId?: string, workspaceId = WORKSPACE): SeenEvent {
  const value = { workspaceId, sourceId: 'src_web', ...(userId === undefined ? {} : { userId }) };
  return { id, at, partition: 0, value };
}

export function fact(
  regulationId: string,
  name: string,
  more: { readonly destinationId?: string; readonly status?: string; readonly ceId?: string } = {},
): ReceivedRecord {
  const { ceId = `${regulationId} ${name} ${more.status ?? ''}`, ...rest } = more;
  return record(regulationId, { regulationId, fact: name, ...rest }, ceId);
}

export function suppression(key: string, sources: readonly string[], time: number): ReceivedRecord {
  const sourceIds = sources.filter((source) => source !== '*');
  const state = { suppressed: { allSources: sources.includes('*'), sourceIds } };
  const headers = { ce_id: `${key} ${time}`, ce_time: `2026-01-01T00:00:0${time}Z` };
  const value = sources.length === 0 ? null : Buffer.from(JSON.stringify(state));
  return { ...record(key, {}, ''), value, headers };
}

export function page(
  at: number,
  client: string,
  items: (Entry & { type: 'page' })['items'],
): Entry & { type: 'page' } {
  const gateway = 'gateway-0';
  return { at, type: 'page', client, gateway, from: at - 1, isEnd: true, items, token: `of ${at}` };
}

export function callFor(regulationId: string, userId: string): string {
  const data = { users: [{ regulationId, userId }] };
  return JSON.stringify({ type: 'user.deletion_requested', data });
}

/** A user with the same id in another workspace. */
export const FOREIGN_KEY = `${OTHER_WORKSPACE}:v:*`;

function deletion(userId: string): Request {
  return {
    ...{ name: 'create', workspaceId: DELETING_WORKSPACE, isKeyed: true },
    ...{ regulationType: 'suppress_with_delete', userIds: [userId] },
  };
}

function calm(
  at: number,
  known: Pick<Entry & { type: 'calm' }, 'covered' | 'feeds' | 'index' | 'filter'>,
): Entry {
  return { at, type: 'calm', from: at - 1, checked: CHECKED, ...known };
}

function record(key: string, value: object, ceId: string): ReceivedRecord {
  return {
    ...{ topic: 't', partition: 0, offset: '0', timestamp: 0, key },
    ...{ value: Buffer.from(JSON.stringify(value)), headers: { ce_id: ceId } },
  };
}
