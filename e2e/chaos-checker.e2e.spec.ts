import { readFileSync } from 'node:fs';
import { findProblems } from './chaos/check/find-problems.js';
import {
  asked,
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
import { ACTIVE, emailOf } from './chaos/load/people.js';
import { MUTANTS, type Edit, type Mutant } from './chaos/mutants/mutants.js';
import { OTHER_WORKSPACE, WORKSPACE } from './support/workspaces.js';

/** What is broken in the good run, and the promise that the checker must name. */
const BREAKS: readonly (readonly [string, string, (run: Run) => void])[] = [
  [
    'a request without an answer',
    'answers',
    ({ history }) => {
      change(history, 'list', { kind: 'hung' });
    },
  ],
  [
    'an answer behind its deadline',
    'answers',
    ({ history }) => void history.push(...answeredAfter(50_001)),
  ],
  [
    'an answer that is later than a gateway stood still',
    'answers',
    ({ history }) => void history.push(FROZEN, ...answeredAfter(55_001)),
  ],
  [
    'a late answer of one gateway while the other one stood still',
    'answers',
    ({ history }) =>
      void history.push({ ...FROZEN, victim: 'gateway-1' }, ...answeredAfter(50_001)),
  ],
  [
    'a late page of one gateway while the other one stood still',
    'answers',
    ({ history }) =>
      void history.push(
        { ...FROZEN, at: 10_000, victim: 'gateway-1' },
        { ...page(40_000, 'feed', []), from: 9_999 },
      ),
  ],
  [
    'a page behind its deadline',
    'answers',
    ({ history }) => void history.push({ ...page(40_000, 'feed', []), from: 9_999 }),
  ],
  [
    'a page that never came',
    'answers',
    ({ history }) => void history.push(unread({ kind: 'hung' })),
  ],
  [
    'a page that was refused for good',
    'answers',
    ({ history }) =>
      void history.push(unread({ kind: 'refused', status: 429, code: 'too_many_requests' })),
  ],
  [
    'an answer that the API does not have',
    'answers',
    ({ history }) => {
      change(history, 'list', { kind: 'refused', status: 500, code: 'internal' });
    },
  ],
  [
    'a request that the run did not wait for',
    'answers',
    ({ history }) =>
      void history.push(...asked(5_000, 'late', { name: 'list' }, { kind: 'broken' }).slice(0, 1)),
  ],
  [
    'a process that ended by itself',
    'recovery',
    ({ history }) =>
      void history.push({ at: 50, type: 'died', process: 'gateway-0', how: 'code 1' }),
  ],
  [
    'something that never came back',
    'recovery',
    ({ history }) => void history.push({ at: 50, type: 'standstill', what: 'the relay' }),
  ],
  [
    'a create that was acknowledged and lost',
    'stored',
    ({ state }) => void state.regulations.splice(1, 1),
  ],
  [
    'a repeated request that was done twice',
    'stored',
    ({ state }) => void state.regulations.push(regulation('r-v2', 'op-v', 'v')),
  ],
  [
    'a repeat that got another answer',
    'stored',
    ({ history }) =>
      void history.push(
        ...asked(95, 'op-v', create('v'), { kind: 'acknowledged', ids: ['r-?'] }, { attempt: 3 }),
      ),
  ],
  [
    'a regulation of another user than was asked for',
    'stored',
    ({ state }) => void state.regulations.splice(1, 1, regulation('r-v', 'op-v', 'x')),
  ],
  [
    'a regulation in another workspace than was asked for',
    'stored',
    ({ state }) =>
      void state.regulations.splice(
        1,
        1,
        regulation('r-v', 'op-v', 'v', { workspaceId: OTHER_WORKSPACE }),
      ),
  ],
  [
    'a regulation that nobody asked for',
    'stored',
    ({ state }) => void state.regulations.push(regulation('r-x', 'op-x', 'x')),
  ],
  [
    'a cancel that was acknowledged and lost',
    'stored',
    ({ state }) => void state.regulations.splice(0, 1, regulation('r-u', 'op-u', 'u')),
  ],
  [
    'a cancel that nobody asked for',
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
    'a read of a cancel that nobody had asked for',
    'reads',
    ({ history }) =>
      void history.push(
        ...asked(
          55,
          'read-v',
          { name: 'read', id: 'r-v' },
          { kind: 'acknowledged', isCanceled: true },
        ),
      ),
  ],
  ['a fact that was never told', 'facts', ({ state }) => void state.lifecycle.splice(1, 1)],
  [
    'facts in the wrong order',
    'facts',
    ({ state }) =>
      void state.lifecycle.splice(0, 2, fact('r-u', 'canceled'), fact('r-u', 'created')),
  ],
  [
    'a fact that was told twice, with two ids',
    'facts',
    ({ state }) => void state.lifecycle.push(fact('r-v', 'created', { ceId: 'another' })),
  ],
  [
    'a fact of something that was never committed',
    'facts',
    ({ state }) => void state.lifecycle.push(fact('r-x', 'created')),
  ],
  ['a job that nobody was told of', 'orders', ({ state }) => void state.orders.pop()],
  ['a job that was told and never committed', 'orders', ({ state }) => void state.jobIds.pop()],
  [
    'a state that was never published',
    'states',
    ({ state }) => void state.suppressions.splice(1, 1),
  ],
  [
    'a state that went back',
    'states',
    ({ state }) => void state.suppressions.splice(2, 0, suppression(`${WORKSPACE}:u`, [], 5)),
  ],
  [
    'a user who stayed suppressed on the topic',
    'states',
    ({ state }) => void state.suppressions.splice(2, 1),
  ],
  [
    'a deletion that is not over',
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
    'a deletion that ended in two ways',
    'deletions',
    ({ state }) =>
      void state.lifecycle.push(
        fact('r-d', 'deletion_status_changed', { destinationId: 'dst', status: 'aborted' }),
      ),
  ],
  [
    'a fact behind the last one of a deletion',
    'deletions',
    ({ state }) => {
      const [end] = state.lifecycle.splice(6, 1);
      state.lifecycle.splice(5, 0, end!);
    },
  ],
  [
    'a deletion that is done and was never carried out',
    'deletions',
    ({ state }) =>
      void state.arrivals.splice(0, 1, { path: '/deletions', body: callFor('r-v', 'd') }),
  ],
  [
    'a test event that arrived twice',
    'runs',
    ({ state }) => void state.arrivals.push(state.arrivals[1]!),
  ],
  ['a test event that never arrived', 'runs', ({ state }) => void state.arrivals.pop()],
  [
    'a page that tells what never was',
    'feed',
    ({ history }) =>
      void history.push(page(2_100, 'feed', [{ key: `${WORKSPACE}:v:*`, canceled: true }])),
  ],
  [
    'a change that the feed left out',
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
    'a feed that does not know what is covered',
    'calm',
    ({ history }) => {
      changeCalm(history, { feeds: { feed: [] } });
    },
  ],
  [
    'an index that does not know what is covered',
    'calm',
    ({ history }) => {
      changeCalm(history, { index: [] });
    },
  ],
  [
    'a filter that drops somebody who is free',
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
    'an event that nobody sent',
    'filter',
    ({ state }) => void state.output.push(event('e9', 4_000, 'u')),
  ],
  [
    'an event of somebody who is suppressed for sure',
    'filter',
    ({ state }) => void state.output.splice(1, 0, state.input[2]!),
  ],
  ['an event of nobody that was dropped', 'filter', ({ state }) => void state.output.splice(2, 1)],
  ['an unreadable event that was lost', 'filter', ({ state }) => void state.deadLetters.pop()],
  [
    'an unreadable event that came out',
    'filter',
    ({ state }) => void state.output.push(state.deadLetters.pop()!),
  ],
  [
    'a readable event that was set aside',
    'filter',
    ({ state }) => void state.deadLetters.push(state.output.splice(1, 1)[0]!),
  ],
  [
    'somebody in the text of a span',
    'spans',
    ({ state }) => void state.spanTexts.push('no user U+1@x.example'),
  ],
  [
    'somebody in a span as in a URL',
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
  it('finds nothing wrong with events that their producer repeated, in their order', () => {
    const { history, state } = goodRun();
    const [repeated, nobody] = [state.input[3]!, state.input[4]!];
    const elsewhere = { ...nobody, partition: nobody.partition + 1 };
    state.input.push(repeated, nobody, elsewhere);
    state.output.push(repeated, nobody, elsewhere);
    expect(findProblems(history, state)).toEqual([]);
  });

  it('finds nothing wrong with a run in which everything is as promised', () => {
    const { history, state } = goodRun();
    expect(findProblems(history, state)).toEqual([]);
  });

  it('gives requests the time back for which their gateway stood still', () => {
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

describe('what no span may say', () => {
  it('is all that a run has used, acknowledged or not, and where its destinations are', () => {
    const hidden = hiddenTexts(
      [
        ...asked(1, 'op-u', create('somebody'), { kind: 'broken' }),
        ...asked(2, 'list', { name: 'list' }, { kind: 'acknowledged', cursor: 'cursor-1' }),
        { ...page(3, 'feed', []), token: 'page-token-1' },
      ],
      [regulation('r-u', 'op-u', 'somebody')],
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
    const ofPeople = new Set(ACTIVE.flatMap((userId) => [userId, emailOf(userId)]));
    expect(hidden.filter((text) => !ofPeople.has(text)).sort()).toEqual(
      [
        ...['op-u', 'somebody', emailOf('somebody'), 'list', 'cursor-1', 'page-token-1'],
        ...['r-u', 'of r-u', 'admin@x.example', 'token-1', 'write-key-1'],
        ...['127.0.0.1:9', '/hook', 'x.example:8443', 'whsec_1'],
        ...['plane-1', Buffer.from('plane-1:').toString('base64')],
      ].sort(),
    );
    expect(hidden).toEqual(expect.arrayContaining([...ofPeople]));
  });
});

describe('the mutants of chaos runs', () => {
  it.each(Object.entries(MUTANTS))('%s changes code that is there', (_, { edits, ...mutant }) => {
    const { targets, kinds }: Mutant['shownBy'] = mutant.shownBy;
    expect(targetsOf(targets, kinds)).not.toEqual([]);
    for (const { file, find } of edits as readonly Edit[]) {
      const built = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
      expect({ file, times: built.split(find).length - 1 }).toEqual({ file, times: 1 });
    }
  });
});

/** For five seconds, while the request below is under way. */
const FROZEN: Entry & { type: 'fault' } = {
  ...{ at: 7_000, type: 'fault', victim: 'gateway-0' },
  fault: { at: 1_000, forMs: 5_000, target: 'gateway-0', kind: 'frozen' },
};

function answeredAfter(ms: number): Entry[] {
  return asked(6_000, 'slow', { name: 'list' }, { kind: 'broken' }, { tookMs: ms });
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
