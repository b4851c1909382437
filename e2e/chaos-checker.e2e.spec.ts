import { readFileSync } from 'node:fs';
import { findProblems } from './chaos/check/find-problems.js';
import {
  attempted,
  callFor,
  create,
  event,
  fact,
  FOREIGN_KEY,
  goodRun,
  page,
  regulation,
  suppression,
  type Run,
} from './chaos/check/good-run.js';
import type { Entry } from './chaos/history.js';
import { targetsOf } from './chaos/faults/schedule.js';
import { hiddenTexts } from './chaos/load/hidden-texts.js';
import { ACTIVE, emailOf } from './chaos/load/users.js';
import { MUTANTS, type Edit, type Mutant } from './chaos/mutants/mutants.js';
import { OTHER_WORKSPACE, WORKSPACE } from './support/workspaces.js';

/** A name, the promise that the checker must name, and a change that breaks the good run. */
const BREAKS: readonly (readonly [string, string, (run: Run) => void])[] = [
  [
    'a request without an answer',
    'answers',
    ({ history }) => {
      change(history, 'list', { kind: 'hung' });
    },
  ],
  [
    'an answer after its deadline',
    'answers',
    ({ history }) => void history.push(...answeredAfter(50_001)),
  ],
  [
    'an answer that is late even without the time for which its gateway was frozen',
    'answers',
    ({ history }) => void history.push(FROZEN, ...answeredAfter(55_001)),
  ],
  [
    'a late answer of one gateway while the other one was frozen',
    'answers',
    ({ history }) =>
      void history.push({ ...FROZEN, victim: 'gateway-1' }, ...answeredAfter(50_001)),
  ],
  [
    'a late page of one gateway while the other one was frozen',
    'answers',
    ({ history }) =>
      void history.push(
        { ...FROZEN, at: 10_000, victim: 'gateway-1' },
        { ...page(40_000, 'feed', []), from: 9_999 },
      ),
  ],
  [
    'a page after its deadline',
    'answers',
    ({ history }) => void history.push({ ...page(40_000, 'feed', []), from: 9_999 }),
  ],
  [
    'a page without an answer',
    'answers',
    ({ history }) => void history.push(unread({ kind: 'hung' })),
  ],
  [
    'a page that was refused permanently',
    'answers',
    ({ history }) =>
      void history.push(unread({ kind: 'refused', status: 429, code: 'too_many_requests' })),
  ],
  [
    'an undocumented answer',
    'answers',
    ({ history }) => {
      change(history, 'list', { kind: 'refused', status: 500, code: 'internal' });
    },
  ],
  [
    'a request that the run did not wait for',
    'answers',
    ({ history }) =>
      void history.push(
        ...attempted(5_000, 'late', { name: 'list' }, { kind: 'broken' }).slice(0, 1),
      ),
  ],
  [
    'a process that ended by itself',
    'recovery',
    ({ history }) =>
      void history.push({ at: 50, type: 'died', process: 'gateway-0', how: 'code 1' }),
  ],
  [
    'a part that never recovered',
    'recovery',
    ({ history }) => void history.push({ at: 50, type: 'standstill', what: 'the relay' }),
  ],
  [
    'a create that was acknowledged and lost',
    'stored',
    ({ state }) => void state.regulations.splice(1, 1),
  ],
  [
    'a repeated request that was executed twice',
    'stored',
    ({ state }) => void state.regulations.push(regulation('r-v2', 'op-v', 'v')),
  ],
  [
    'a repeat that got another answer',
    'stored',
    ({ history }) =>
      void history.push(
        ...attempted(
          95,
          'op-v',
          create('v'),
          { kind: 'acknowledged', ids: ['r-?'] },
          { attempt: 3 },
        ),
      ),
  ],
  [
    'a regulation of a user who was not requested',
    'stored',
    ({ state }) => void state.regulations.splice(1, 1, regulation('r-v', 'op-v', 'x')),
  ],
  [
    'a regulation in a workspace that was not requested',
    'stored',
    ({ state }) =>
      void state.regulations.splice(
        1,
        1,
        regulation('r-v', 'op-v', 'v', { workspaceId: OTHER_WORKSPACE }),
      ),
  ],
  [
    'a regulation that was not requested',
    'stored',
    ({ state }) => void state.regulations.push(regulation('r-x', 'op-x', 'x')),
  ],
  [
    'a cancel that was acknowledged and lost',
    'stored',
    ({ state }) => void state.regulations.splice(0, 1, regulation('r-u', 'op-u', 'u')),
  ],
  [
    'a cancel that was not requested',
    'stored',
    ({ state }) =>
      void state.regulations.splice(1, 1, regulation('r-v', 'op-v', 'v', { canceled: true })),
  ],
  [
    'a read that is older than a cancel before it',
    'reads',
    ({ history }) => {
      change(history, 'read-u', { kind: 'acknowledged', isCanceled: false });
    },
  ],
  [
    'a read of a cancel before its request',
    'reads',
    ({ history }) =>
      void history.push(
        ...attempted(
          55,
          'read-v',
          { name: 'read', id: 'r-v' },
          { kind: 'acknowledged', isCanceled: true },
        ),
      ),
  ],
  ['a fact that was never published', 'facts', ({ state }) => void state.lifecycle.splice(1, 1)],
  [
    'facts in the wrong order',
    'facts',
    ({ state }) =>
      void state.lifecycle.splice(0, 2, fact('r-u', 'canceled'), fact('r-u', 'created')),
  ],
  [
    'a fact that was published twice, with two ids',
    'facts',
    ({ state }) => void state.lifecycle.push(fact('r-v', 'created', { ceId: 'another' })),
  ],
  [
    'a fact about an uncommitted regulation',
    'facts',
    ({ state }) => void state.lifecycle.push(fact('r-x', 'created')),
  ],
  ['a job that was never published', 'orders', ({ state }) => void state.orders.pop()],
  [
    'a job that was published and never committed',
    'orders',
    ({ state }) => void state.jobIds.pop(),
  ],
  [
    'a state that was never published',
    'states',
    ({ state }) => void state.suppressions.splice(1, 1),
  ],
  [
    'a state that went back to an older one',
    'states',
    ({ state }) => void state.suppressions.splice(2, 0, suppression(`${WORKSPACE}:u`, [], 5)),
  ],
  [
    'a user who stayed suppressed on the topic',
    'states',
    ({ state }) => void state.suppressions.splice(2, 1),
  ],
  [
    'a deletion without a final state',
    'deletions',
    ({ state }) => void state.deletions.splice(0, 1, { ...state.deletions[0]!, state: 'running' }),
  ],
  [
    'a deletion that ended twice',
    'deletions',
    ({ state }) =>
      void state.lifecycle.push(
        fact('r-d', 'deletion_status_changed', {
          destinationId: 'dst',
          status: 'complete',
          ceId: '2',
        }),
      ),
  ],
  [
    'a deletion with two final states',
    'deletions',
    ({ state }) =>
      void state.lifecycle.push(
        fact('r-d', 'deletion_status_changed', { destinationId: 'dst', status: 'aborted' }),
      ),
  ],
  [
    'a fact after the final fact of a deletion',
    'deletions',
    ({ state }) => {
      const [end] = state.lifecycle.splice(6, 1);
      state.lifecycle.splice(5, 0, end!);
    },
  ],
  [
    'a complete deletion whose destination was not called',
    'deletions',
    ({ state }) =>
      void state.arrivals.splice(0, 1, { path: '/deletions', body: callFor('r-v', 'd') }),
  ],
  [
    'a verification that was acknowledged and lost',
    'verifications',
    ({ state }) => void state.verifications.splice(0),
  ],
  [
    'a verification that did not end',
    'verifications',
    ({ state }) => {
      state.verifications[2] = { ...state.verifications[2]!, state: 'running' };
    },
  ],
  [
    'a verification that counted twice',
    'verifications',
    ({ state }) => {
      const [ordered] = state.verifications;
      state.verifications.push({ ...ordered!, id: '7' }, { ...ordered!, id: '8' });
    },
  ],
  [
    'a deletion that was ordered again twice',
    'verifications',
    ({ state }) => void state.deletions.push({ ...state.deletions[2]!, jobId: '7' }),
  ],
  [
    'a deletion that was ordered again without data',
    'verifications',
    ({ state }) => {
      state.verifications[0] = { ...state.verifications[0]!, state: 'absent', found: [] };
    },
  ],
  [
    'data that was found and not deleted again',
    'verifications',
    ({ state }) => void state.deletions.splice(2),
  ],
  [
    'a test event that arrived twice',
    'runs',
    ({ state }) => void state.arrivals.push(state.arrivals[1]!),
  ],
  ['a test event that never arrived', 'runs', ({ state }) => void state.arrivals.pop()],
  [
    'a page with a state that never existed',
    'feed',
    ({ history }) =>
      void history.push(page(2_100, 'feed', [{ key: `${WORKSPACE}:v:*`, canceled: true }])),
  ],
  [
    'a change that the feed omitted',
    'feed',
    ({ history }) => {
      replacePage(history, 2_000, []);
    },
  ],
  [
    'a page of another workspace',
    'feed',
    ({ history }) => void history.push(page(2_100, 'feed', [{ key: FOREIGN_KEY, canceled: true }])),
  ],
  [
    'a feed without a covered user',
    'calm',
    ({ history }) => {
      changeCalm(history, { feeds: { feed: [] } });
    },
  ],
  [
    'an index without a covered user',
    'calm',
    ({ history }) => {
      changeCalm(history, { index: [] });
    },
  ],
  [
    'a filter that drops events of a user who is not suppressed',
    'calm',
    ({ history }) => {
      changeCalm(history, { filter: [`${WORKSPACE}:u:src_web`, `${WORKSPACE}:v:src_web`] });
    },
  ],
  [
    'a run that was never calm',
    'calm',
    ({ history }) =>
      void history.splice(0, history.length, ...history.filter(({ type }) => type !== 'calm')),
  ],
  ['an event that was lost', 'filter', ({ state }) => void state.output.splice(1, 1)],
  [
    'an event that came out twice',
    'filter',
    ({ state }) => void state.output.push(state.output[2]!),
  ],
  [
    'an event that was not sent',
    'filter',
    ({ state }) => void state.output.push(event('e9', 4_000, 'u')),
  ],
  [
    'an event of a user who is certainly suppressed',
    'filter',
    ({ state }) => void state.output.splice(1, 0, state.input[2]!),
  ],
  ['a dropped event without a user', 'filter', ({ state }) => void state.output.splice(2, 1)],
  ['an unreadable event that was lost', 'filter', ({ state }) => void state.deadLetters.pop()],
  [
    'an unreadable event that came out',
    'filter',
    ({ state }) => void state.output.push(state.deadLetters.pop()!),
  ],
  [
    'a readable event in the dead letters',
    'filter',
    ({ state }) => void state.deadLetters.push(state.output.splice(1, 1)[0]!),
  ],
  [
    'a user in the text of a span',
    'spans',
    ({ state }) => void state.spanTexts.push('no user U+1@x.example'),
  ],
  [
    'a URL-encoded user in a span',
    'spans',
    ({ state }) => void state.spanTexts.push('/v2/regulations?email=u%2B1%40x.example&limit=2'),
  ],
  ['a secret in a span', 'spans', ({ state }) => void state.spanTexts.push('key=whsec_1234')],
  ['an app without spans', 'spans', ({ state }) => void state.seenSpans.pop()],
  ['events in another order', 'filter', ({ state }) => void state.output.reverse()],
  [
    'an event on another partition',
    'filter',
    ({ state }) => void state.output.splice(1, 1, { ...state.output[1]!, partition: 3 }),
  ],
];

describe('the checker of chaos runs', () => {
  it('accepts events that their producer repeated in order', () => {
    const { history, state } = goodRun();
    const [repeated, withoutUser] = [state.input[3]!, state.input[4]!];
    const elsewhere = { ...withoutUser, partition: withoutUser.partition + 1 };
    state.input.push(repeated, withoutUser, elsewhere);
    state.output.push(repeated, withoutUser, elsewhere);
    expect(findProblems(history, state)).toEqual([]);
  });

  it('accepts a run without broken promises', () => {
    const { history, state } = goodRun();
    expect(findProblems(history, state)).toEqual([]);
  });

  it('does not count the time for which a gateway was frozen', () => {
    const { history, state } = goodRun();
    history.push(FROZEN, ...answeredAfter(55_000), { ...page(40_000, 'feed', []), from: 5_000 });
    expect(findProblems(history, state)).toEqual([]);
  });

  it.each(BREAKS)('notices %s', (_, promise, breakIt) => {
    const run = goodRun();
    breakIt(run);
    const promises = findProblems(run.history, run.state).map((problem) => problem.split(':')[0]);
    expect(promises).toContain(promise);
  });
});

describe('the hidden texts of a run', () => {
  it('contain all texts of requests, acknowledged or not, and the addresses of destinations', () => {
    const hidden = hiddenTexts(
      [
        ...attempted(1, 'op-u', create('alice'), { kind: 'broken' }),
        ...attempted(2, 'list', { name: 'list' }, { kind: 'acknowledged', cursor: 'cursor-1' }),
        { ...page(3, 'feed', []), token: 'page-token-1' },
      ],
      [regulation('r-u', 'op-u', 'alice')],
      [
        {
          tokens: [{ email: 'admin@x.example', token: 'token-1' }],
          sources: [{ writeKey: 'write-key-1' }],
          destinations: [
            { config: { webhookUrl: 'http://127.0.0.1:9/hook' } },
            { config: { deletionUrl: 'https://x.example:8443', deletionSecret: 'whsec_1' } },
          ],
          dataPlanes: [{ token: 'plane-1' }],
        },
      ],
    );
    const ofUsers = new Set(ACTIVE.flatMap((userId) => [userId, emailOf(userId)]));
    expect(hidden.filter((text) => !ofUsers.has(text)).sort()).toEqual(
      [
        ...['op-u', 'alice', emailOf('alice'), 'list', 'cursor-1', 'page-token-1'],
        ...['r-u', 'of r-u', 'admin@x.example', 'token-1', 'write-key-1'],
        ...['127.0.0.1:9', '/hook', 'x.example:8443', 'whsec_1'],
        ...['plane-1', Buffer.from('plane-1:').toString('base64')],
      ].sort(),
    );
    expect(hidden).toEqual(expect.arrayContaining([...ofUsers]));
  });
});

describe('the mutants of chaos runs', () => {
  it.each(Object.entries(MUTANTS))('%s changes existing code', (_, { edits, ...mutant }) => {
    const { targets, kinds }: Mutant['shownBy'] = mutant.shownBy;
    expect(targetsOf(targets, kinds)).not.toEqual([]);
    for (const { file, find } of edits as readonly Edit[]) {
      const built = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
      expect({ file, times: built.split(find).length - 1 }).toEqual({ file, times: 1 });
    }
  });
});

/** A fault that freezes a gateway for five seconds while the request of `answeredAfter` is open. */
const FROZEN: Entry & { type: 'fault' } = {
  ...{ at: 7_000, type: 'fault', victim: 'gateway-0' },
  fault: { at: 1_000, forMs: 5_000, target: 'gateway-0', kind: 'frozen' },
};

function answeredAfter(ms: number): Entry[] {
  return attempted(6_000, 'slow', { name: 'list' }, { kind: 'broken' }, { tookMs: ms });
}

function unread(outcome: (Entry & { type: 'unread' })['outcome']): Entry {
  return {
    ...{ at: 2_500, type: 'unread', client: 'feed', gateway: 'gateway-0', from: 2_400, outcome },
  };
}

function change(
  history: Entry[],
  op: string,
  outcome: (Entry & { type: 'ended' })['outcome'],
): void {
  const index = history.findIndex((entry) => entry.type === 'ended' && entry.op === op);
  history[index] = { ...(history[index] as Entry & { type: 'ended' }), outcome };
}

function changeCalm(history: Entry[], known: Partial<Entry & { type: 'calm' }>): void {
  const last = history.at(-1) as Entry & { type: 'calm' };
  history[history.length - 1] = { ...last, ...known };
}

function replacePage(
  history: Entry[],
  at: number,
  items: (Entry & { type: 'page' })['items'],
): void {
  const index = history.findIndex((entry) => entry.at === at);
  history[index] = page(at, 'feed', items);
}
