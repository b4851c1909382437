import { createRequire } from 'node:module';
import { KINDS, kindOf } from './kind-of.mjs';

const Sequencer = createRequire(import.meta.url)('@jest/test-sequencer').default;

/**
 * Tests that compare CPU times. They come before all kinds, because CPU times are most exact in a
 * new process.
 */
const COSTS = /\/cost-of-[^/]*$/;

/**
 * Sorts by the times of the last run, as Jest does. If a file has no time, as in CI, Jest would
 * sort by file size. In this case, this class puts the slowest kinds first, so that no slow file
 * runs alone at the end.
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
