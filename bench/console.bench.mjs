import { setTimeout as delay } from 'node:timers/promises';
import { launchBrowser } from '@lethe/testing/browser';
import { framesWhile, scrollDown } from './console/frames.mjs';
import { LiveEvents } from './console/live-events.mjs';
import { trendOf, watchMemoryFor } from './console/memory-over-time.mjs';
import { startPlainPage } from './console/plain-page.mjs';
import { Tab } from './console/tab.mjs';
import { fillWorkspace, WORKSPACES } from './console/workspace.mjs';
import { target } from './support/report.mjs';
import { standBack } from './support/stand-back.mjs';
import { median, percentile, round } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';

export const title =
  'the console with 1,000,000 regulations and 5,000 live events a minute, in Chromium';

const FULL = { regulations: 1_000_000, loads: 11, seconds: 30, minutes: 15 };
const QUICK = { regulations: 20_000, loads: 3, seconds: 5, minutes: 3 };
const EVENTS_A_MINUTE = 5_000;
const FIRST_ROW = '[data-index="0"]';
/** What is loaded anew: its path, and what is there when it is. */
const PAGES = [
  ['overview', '/', 'main a[href^="/console/regulations/0"]'],
  ['regulations', '/regulations', FIRST_ROW],
];
const LIST = '[role="grid"]';
/** Percent of its mean that a line through memory may rise. */
const FLAT = { page: 5, gateway: 10 };

export async function run(session) {
  const size = session.quick ? QUICK : FULL;
  const system = await startSystem(session, { workspaces: WORKSPACES });
  session.progress(`storing ${size.regulations} regulations`);
  await fillWorkspace(system, size.regulations);
  const browser = await launchBrowser();
  session.defer(() => browser.close());
  const standing = await Tab.open(browser, system.gateway.url);
  const signedIn = await standing.signIn();
  const events = new LiveEvents(system.gateway.url, EVENTS_A_MINUTE);
  session.defer(() => events.stop());
  const open = (options) =>
    Tab.open(browser, system.gateway.url, { session: signedIn, ...options });

  const table = [['', 'p50', 'p95', 'most', 'of']];
  const walking = await open();
  await walking.page.goto('/console/');
  session.progress('beside servers at equal rights: first pages, frames');
  const equal = { loads: await loadPages(open, size.loads, table, EQUAL) };
  await walking.follow('Regulations');
  await walking.page.locator(FIRST_ROW).waitFor();
  equal.scrolling = await framesWhile(walking, () => scrollDown(walking, LIST, size.seconds));
  table.push([`the list, scrolled: frame, ms${EQUAL}`, ...inWords(equal.scrolling)]);
  await walking.follow('Overview');
  await standBack(
    [system.postgres, system.kafka, system.regulation, system.gateway].map(({ pid }) => pid),
  );
  session.progress('first pages');
  const loads = await loadPages(open, size.loads, table);
  session.progress('frames');
  const frames = await watchFrames(session, { browser, walking, standing, size, table });
  session.progress(`memory, ${session.minutes ?? size.minutes} minutes`);
  const asked = { standing: standing.requests, at: performance.now() };
  const memory = await watchMemoryFor(session.minutes ?? size.minutes, {
    ...{ standing, walking, gateway: system.gateway },
  });
  const requests = ((standing.requests - asked.standing) / (performance.now() - asked.at)) * 60_000;
  const trends = Object.entries(memory).map(([series, samples]) => [series, trendOf(samples)]);
  table.push(['memory', 'first', 'last', 'most', 'rises by %']);
  for (const [series, { first, last, most, growth }] of trends) {
    table.push([`${UNITS[series]}`, first, last, most, growth]);
  }
  table.push(['requests a minute, list open', Math.round(requests), '', '', '']);
  table.push([
    'changes a minute',
    Math.round(events.perMinute),
    '',
    '',
    `${events.refused} refused`,
  ]);
  for (const tab of [standing, walking]) {
    if (tab.problems.length > 0) throw new Error(`the page failed: ${tab.problems[0]}`);
  }
  return {
    table,
    figures: { equal, loads, frames, memory, trends, requests, perMinute: events.perMinute },
    targets: [
      ...Object.entries(loads).map(([name, times]) =>
        target(`${name}: first row, ms (median)`, Math.round(median(times)), { atMost: 1_000 }),
      ),
      target('a frame while scrolling, ms (p95)', frames.scrolling.p95, { atMost: 33 }),
      target('rows that moved under a reader', frames.moved, { atMost: 0 }),
      ...trends.map(([series, { growth }]) =>
        target(`${UNITS[series]}: rises by %`, growth, {
          atMost: series === 'gateway' ? FLAT.gateway : FLAT.page,
        }),
      ),
      target('live changes a minute', Math.round(events.perMinute), {
        atLeast: 0.95 * EVENTS_A_MINUTE,
      }),
    ],
  };
}

/** A browser has a machine of its own. Here it shares one with the servers, so these stand back; what it is like when they do not is told beside. */
const EQUAL = ', servers at equal rights';

const UNITS = {
  standing: 'heap of a list that stands open, MiB',
  walking: 'heap of a tab that goes from page to page, MiB',
  nodes: 'nodes of both',
  listeners: 'listeners of both',
  gateway: 'gateway, MiB resident',
};

/** In turns; a new tab has nothing in its cache, and then has all. */
async function loadPages(open, loads, table, beside = '') {
  const times = {};
  for (let turn = 0; turn < loads; turn += 1) {
    for (const [name, path, selector] of PAGES) {
      const tab = await open();
      for (const cache of ['cold', 'warm']) {
        (times[`${name}, ${cache}`] ??= []).push(await tab.load(path, selector));
      }
      await tab.close();
    }
  }
  for (const [name, all] of Object.entries(times)) {
    const [p50, p95, most] = [0.5, 0.95, 1].map((share) => Math.round(percentile(all, share)));
    table.push([`${name}: first row, ms${beside}`, p50, p95, most, `${all.length} loads`]);
  }
  return times;
}

/** Of a plain page and of the list, in the same browser at the same speed; then of one who stands still. */
async function watchFrames(session, { browser, walking, standing, size, table }) {
  const { seconds } = size;
  const plain = await Tab.open(browser, await startPlainPage(session));
  await plain.page.goto('/');
  const frames = {
    plain: await framesWhile(plain, () => scrollDown(plain, LIST, seconds)),
  };
  await plain.close();
  await walking.follow('Regulations');
  await walking.page.locator(FIRST_ROW).waitFor();
  frames.scrolling = await framesWhile(walking, () => scrollDown(walking, LIST, seconds));
  const before = await rowsInSight(walking);
  frames.reading = await framesWhile(walking, () => delay(seconds * 1_000));
  const after = await rowsInSight(walking);
  frames.moved = before.filter((row, place) => row !== after[place]).length;
  frames.inSight = before.length;
  await standing.page.bringToFront();
  await standing.follow('Regulations');
  await standing.page.locator(FIRST_ROW).waitFor();
  frames.top = await framesWhile(standing, () => delay(seconds * 1_000));
  const names = {
    plain: 'a plain page, scrolled: frame, ms',
    scrolling: 'the list, scrolled: frame, ms',
    reading: 'the list, in the middle: frame, ms',
    top: 'the list, at its top: frame, ms',
  };
  for (const [name, words] of Object.entries(names)) {
    table.push([words, ...inWords(frames[name])]);
  }
  table.push(['rows that moved under a reader', frames.moved, '', '', `${before.length} rows`]);
  return { ...frames, p95: round(frames.scrolling.p95) };
}

function inWords({ p50, p95, most, frames, longTasks }) {
  return [p50, p95, most, `${frames} frames, ${longTasks} long tasks`];
}

/** Where each row is that can be seen, and which regulation it is. */
function rowsInSight({ page }) {
  return page.evaluate(`(() => {
    const list = document.querySelector('[role="grid"]').getBoundingClientRect();
    return [...document.querySelectorAll('[data-index]')]
      .map((row) => [Math.round(row.getBoundingClientRect().y), row.querySelector('a').getAttribute('href')])
      .filter(([y]) => y >= list.y && y < list.bottom)
      .sort(([one], [other]) => one - other)
      .map((row) => row.join(' '));
  })()`);
}
