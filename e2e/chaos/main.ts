import { groupBy } from './check/group-by.js';
import { MUTANTS, unnoticed, type MutantName } from './mutants/mutants.js';
import { tryMutants } from './mutants/try-mutants.js';
import { readOptions, USAGE, UsageError, type ChaosOptions } from './read-options.js';
import { runChaos } from './run-chaos.js';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const options = readArguments();
const { minutes, seed, lengthMs, historyFile, targets, kinds, mutants } = options;

// `process.exit` also ends all processes that the run has started.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

say(`seed ${seed}, ${minutes} minutes with faults`);
if (options.triesMutants) {
  const names = mutants.length === 0 ? (Object.keys(MUTANTS) as MutantName[]) : mutants;
  const missed = await tryMutants({ names, seed, lengthMs, historyFile, onProgress: say });
  process.exit(missed.length === 0 ? 0 : 1);
}
for (const name of mutants) say(`with a defect: ${MUTANTS[name].defect} (${name})`);
const startedAt = performance.now();
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
say(`${problems.length} broken promises in ${seconds} s. The history is in ${historyFile}.`);
const missed = unnoticed(mutants, problems);
for (const name of mutants) say(`${name}: ${missed.includes(name) ? 'NOT NOTICED' : 'noticed'}`);
process.exit((mutants.length === 0 ? problems : missed).length === 0 ? 0 : 1);

/** Reads the options. Exits after the help, or with an error message. */
function readArguments(): ChaosOptions {
  try {
    const read = readOptions(process.argv.slice(2));
    if (read !== undefined) return read;
    say(USAGE);
    process.exit(0);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message} Use --help for the options.\n`);
    process.exit(2);
  }
}
