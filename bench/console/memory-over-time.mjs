import { setTimeout as delay } from 'node:timers/promises';
import { residentOf } from '../support/memory.mjs';
import { percentile, round } from '../support/statistics.mjs';
import { PERSON } from './workspace.mjs';

const SAMPLE_MS = 15_000;
/** The share of the samples that is left out: code is still being compiled, caches fill. */
const WARM_UP = 0.2;

/** What somebody does who keeps the console open: a quarter of a minute on each, then from the beginning. */
const ROUND = [
  (tab) => tab.follow('Overview'),
  async (tab) => {
    await tab.follow('People');
    await tab.page.getByLabel('User id, e-mail address or phone number').fill(PERSON);
    await tab.page.getByRole('button', { name: 'Find', exact: true }).click();
    await tab.page.getByRole('table').first().waitFor();
  },
  async (tab) => {
    await tab.follow('Deletions');
    await tab.page.getByRole('row').nth(1).waitFor();
  },
  (tab) => tab.follow('Regulations'),
];

/**
 * Looks at one tab that stands at the top of the list, at one that goes from page to page, and at the gateway. Each
 * sample is taken after a collection of garbage, where there is a way to ask for one.
 *
 * @param tabs `standing`, `walking`
 * @returns samples by series: `{ minute, value }`
 */
export async function watchMemoryFor(minutes, { standing, walking, gateway }) {
  const samples = { standing: [], walking: [], nodes: [], listeners: [], gateway: [] };
  const startedAt = performance.now();
  const length = minutes * 60_000;
  for (let turn = 0; performance.now() - startedAt < length; turn += 1) {
    await ROUND[turn % ROUND.length](walking);
    await delay(Math.max(0, (turn + 1) * SAMPLE_MS - (performance.now() - startedAt)));
    const minute = (performance.now() - startedAt) / 60_000;
    const note = (series, value) => samples[series].push({ minute, value });
    const still = await standing.memory();
    note('standing', still.heap);
    note('gateway', residentOf(gateway.pid));
    // Pages differ: one is compared with itself.
    if (turn % ROUND.length !== ROUND.length - 1) continue;
    const moved = await walking.memory();
    note('walking', moved.heap);
    note('nodes', still.nodes + moved.nodes);
    note('listeners', still.listeners + moved.listeners);
  }
  return samples;
}

/**
 * Whether a series is flat: the line through its samples (least squares), from the end of the warm-up to the last one.
 *
 * @returns its first and last value, the most, and `growth`: by how many percent of its mean the line rises
 */
export function trendOf(samples) {
  const settled = samples.slice(Math.floor(samples.length * WARM_UP));
  const mean = (of) => settled.reduce((sum, sample) => sum + of(sample), 0) / settled.length;
  const x = mean(({ minute }) => minute);
  const y = mean(({ value }) => value);
  const slope =
    mean(({ minute, value }) => (minute - x) * (value - y)) /
    mean(({ minute }) => (minute - x) ** 2);
  const minutes = settled.at(-1).minute - settled[0].minute;
  const values = settled.map(({ value }) => value);
  return {
    first: round(values[0]),
    last: round(values.at(-1)),
    most: round(percentile(values, 1)),
    growth: round((100 * slope * minutes) / y),
  };
}
