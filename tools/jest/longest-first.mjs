import { createRequire } from 'node:module';
import { KINDS, kindOf } from './kind-of.mjs';

const Sequencer = createRequire(import.meta.url)('@jest/test-sequencer').default;

/** These compare processor times, and are the more exact the less the process has done before. */
const COSTS = /\/cost-of-[^/]*$/;

/**
 * Jest's order is by the times of the last run, or by size where there was none, as in CI. Here the
 * kinds that take longest go first, so that no lane is left alone with one of them at the end.
 */
export default class LongestFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const rank = ({ path }) => (COSTS.test(path) ? -1 : KINDS.indexOf(kindOf(path)));
    return sorted.every(({ duration }) => duration !== undefined)
      ? sorted
      : sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}
