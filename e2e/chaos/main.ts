import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { groupBy } from './check/group-by.js';
import { FAULT_KINDS, TARGETS, targetsOf } from './faults/schedule.js';
import { MUTANTS, unnoticed, type MutantName } from './mutants/mutants.js';
import { tryMutants } from './mutants/try-mutants.js';
import { runChaos } from './run-chaos.js';

/*
 * npm run chaos -- [--minutes 10] [--seed N] [--target NAME …] [--fault KIND …] [--mutant NAME …] [--history FILE]
 * npm run chaos -- --mutants [--minutes 0.75] [--seed 7] [--mutant NAME …] [--history FILE]
 *
 * Ends with 0 when nothing broke a promise; with mutants, when each of them was noticed.
 * `--mutants` has a run for each of them, or of those that are named.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    target: { type: 'string', multiple: true },
    fault: { type: 'string', multiple: true },
    mutant: { type: 'string', multiple: true, default: [] },
    mutants: { type: 'boolean', default: false },
    history: { type: 'string', default: join(tmpdir(), 'lethe-chaos-history.jsonl') },
  },
});
// What the mutants' faults were tried with.
const usual = values.mutants
  ? { minutes: '0.75', seed: '7' }
  : { minutes: '10', seed: String(randomInt(2 ** 31)) };
const { minutes = usual.minutes } = values;
const lengthMs = Number(minutes) * 60_000;
const seed = Number(values.seed ?? usual.seed);
if (!(lengthMs > 0) || !Number.isSafeInteger(seed)) {
  throw new Error('--minutes and --seed must be numbers');
}
const { target: targets = [''], fault: kinds = FAULT_KINDS } = values;
if (targetsOf(targets, kinds).length === 0) {
  throw new Error(
    `--target must be the beginning of one of ${TARGETS.join(', ')}, and --fault what can happen to it, of ${FAULT_KINDS.join(', ')}`,
  );
}
const mutants = values.mutant.map((name): MutantName => {
  if (name in MUTANTS) return name as MutantName;
  throw new Error(`--mutant must be one of ${Object.keys(MUTANTS).join(', ')}`);
});

// What was started is ended on the way out.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const say = (line: string): void => void process.stdout.write(`${line}\n`);
say(`seed ${seed}, ${minutes} minutes of trouble`);
if (values.mutants) {
  const names = mutants.length === 0 ? (Object.keys(MUTANTS) as MutantName[]) : mutants;
  const { history: historyFile } = values;
  const missed = await tryMutants({ names, seed, lengthMs, historyFile, onProgress: say });
  process.exit(missed.length === 0 ? 0 : 1);
}
for (const name of mutants) say(`with a defect: ${MUTANTS[name].defect} (${name})`);
const startedAt = performance.now();
const historyFile = values.history;
const { problems, summary } = await runChaos({
  ...{ seed, lengthMs, historyFile, targets, kinds, mutants, onProgress: say },
});
const seconds = Math.round((performance.now() - startedAt) / 1_000);
say(JSON.stringify(summary, undefined, 2));
for (const group of groupBy(problems, (problem) =>
  problem.slice(0, problem.indexOf(':')),
).values()) {
  for (const problem of group.slice(0, 10)) say(`BROKEN ${problem}`);
}
say(`${problems.length} promises broken, in ${seconds} s; the history is in ${historyFile}`);
const missed = unnoticed(mutants, problems);
for (const name of mutants) say(`${name}: ${missed.includes(name) ? 'NOT NOTICED' : 'noticed'}`);
process.exit((mutants.length === 0 ? problems : missed).length === 0 ? 0 : 1);
