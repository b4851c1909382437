/**
 * Fails if a ratio is more than 15 % worse than the last recorded one (see README.md). Runs
 * benchmarks for hours. Needs a machine that is otherwise idle.
 */
import { parseArgs } from 'node:util';
import { BENCHES, runBench, STOPPED } from './support/benches.mjs';
import { guardRatios } from './support/guard-ratios.mjs';
import { busyShare } from './support/idle.mjs';
import { readResults } from './support/results.mjs';

const { values, positionals } = parseArgs({
  options: { dir: { type: 'string' } },
  allowPositionals: true,
});
const ids = Object.keys(BENCHES);
const unknown = positionals.find((id) => !ids.includes(id));
if (unknown !== undefined) {
  process.stderr.write(
    `There is no benchmark "${unknown}". The benchmarks are: ${ids.join(' ')}\n`,
  );
  process.exit(2);
}
const isWithin = await guardRatios({
  records: readResults(),
  ids: positionals.length === 0 ? ids : positionals,
  busyShare: await busyShare(10),
  run: (id) => runBench(id, { ...values, quick: false }),
  write: (line) => process.stdout.write(`${line}\n`),
  isStopped: () => process.exitCode === STOPPED,
});
if (!isWithin) process.exitCode ||= 1;
