import { setTimeout as delay } from 'node:timers/promises';
import { call } from '../support/http-client.mjs';
import { startServer } from '../support/programs.mjs';
import { beside, timeCalls } from '../support/repeating.mjs';
import { ratio } from '../support/report.mjs';
import { median, round, summary } from '../support/statistics.mjs';
import { startSystem, startTestRunner } from '../support/system.mjs';
import {
  benchWorkspace,
  destination,
  OTHER_TOKEN,
  webhook,
  workspaceOf,
} from '../support/workspace.mjs';

const FULL = { rounds: 3, seconds: 8, warmUpSeconds: 10 };
const QUICK = { rounds: 1, seconds: 2, warmUpSeconds: 1 };
/** Milliseconds between two test runs of the measured workspace. */
const PAUSE_MS = 20;
/** Milliseconds for which the other workspace is active before the measurement begins. */
const HEAD_START_MS = 2_000;
/** Milliseconds that a refused caller waits: the value of Retry-After. */
const RETRY_MS = 1_000;

const WIDE = { type: 'track', properties: [[[[[[[Array.from({ length: 60_000 }, () => 1)]]]]]]] };
const MESSAGE = { type: 'track', event: 'x', userId: 'u' };
const STAGE = { user_transform: true, dest_transform: true, send_to_destination: true };
const testOf = (to, message, stage) => ({
  path: `/v0/testDestination/${to}`,
  body: JSON.stringify({ message, stage }),
});

const TROUBLES = {
  'endless loops': { callers: 16, request: testOf('dst_loop', MESSAGE, { user_transform: true }) },
  'hanging deliveries': {
    callers: 260,
    request: testOf('dst_hang', MESSAGE, { dest_transform: true, send_to_destination: true }),
  },
  'slow templates': { callers: 16, request: testOf('dst_slow', WIDE, { dest_transform: true }) },
};
/**
 * Measured test runs: of a webhook with a transformation, and of a destination type that runs in
 * worker threads.
 */
const MEASURED = {
  webhook: testOf('dst_hook', MESSAGE, STAGE),
  http: testOf('dst_http', MESSAGE, STAGE),
};

/** Measures the test runs of one workspace while another workspace sends test runs, too. */
export async function benchTestRuns(session) {
  const { rounds, seconds, warmUpSeconds } = session.quick ? QUICK : FULL;
  const workspaces = workspacesWith(await startServer(session, 'support/receiver'));
  const system = await startSystem(session, { file: { workspaces } });
  await startTestRunner(session, system, { request: MEASURED.webhook });
  const { url } = system.gateway;
  session.progress('warming up');
  await measure(url, warmUpSeconds);
  const table = [
    ['beside', 'runs or jobs', 'p50 ms', 'p99 ms', 'p50 alone, ms', 'ratio', 'refused'],
  ];
  const figures = {};
  const targets = [];
  for (const [name, { callers, request }] of Object.entries(TROUBLES)) {
    const ratios = [];
    const turn = async () => {
      const alone = await measure(url, seconds);
      let refused = 0;
      const makeTrouble = async () => {
        const { status } = await call(url, request, OTHER_TOKEN).catch(() => ({ status: 0 }));
        if (status !== 429) return;
        refused += 1;
        await delay(RETRY_MS);
      };
      const troubled = await beside(callers, makeTrouble, async () => {
        await delay(HEAD_START_MS);
        return measure(url, seconds);
      });
      for (const kind of Object.keys(MEASURED)) {
        const { count, p50, p99 } = troubled[kind];
        const times = p50 / alone[kind].p50;
        ratios.push(times);
        const figuresOf = [round(p50), round(p99), round(alone[kind].p50), round(times, 2)];
        table.push([`${name}, ${kind}`, count, ...figuresOf, refused]);
      }
    };
    await session.rounds(rounds, turn, `${name},`);
    figures[name] = round(median(ratios), 2);
    targets.push(ratio(`${name}: p50 ÷ p50 alone`, figures[name], { atMost: 3 }, ratios));
  }
  return { table, figures, targets };
}

/** Sends one test run at a time, of both kinds alternately. */
async function measure(url, seconds) {
  const requestsOf = () => Object.values(MEASURED);
  const all = await timeCalls(url, { seconds, pauseMs: PAUSE_MS, requestsOf });
  const every = (rest) => summary(all.filter((_ms, n) => n % 2 === rest));
  return { webhook: every(0), http: every(1) };
}

function workspacesWith(sink) {
  const http = (id, config) => {
    return destination(id, 'HTTP', { apiUrl: sink, method: 'POST', ...config });
  };
  const transformation = (id, code) => ({ id, name: id, code });
  const quick = 'export const transformEvent = (e) => ({ ...e, seen: true });';
  const slow = '$..[?count(@.*) > 1 && count(@.*.*) > 900]';
  return [
    benchWorkspace({
      transformations: [transformation('tr_quick', quick)],
      destinations: [webhook('dst_hook', sink, { transformation: 'tr_quick' }), http('dst_http')],
    }),
    workspaceOf('ws_trouble', OTHER_TOKEN, {
      transformations: [
        transformation('tr_loop', 'export function transformEvent() { for (;;); }'),
      ],
      destinations: [
        webhook('dst_loop', sink, { transformation: 'tr_loop' }),
        webhook('dst_hang', `${sink}/hang`),
        http('dst_slow', {
          queryParams: Array.from({ length: 12 }, (_, n) => ({ to: `p${n}`, from: slow })),
        }),
      ],
    }),
  ];
}
