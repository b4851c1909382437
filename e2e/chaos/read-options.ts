import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FAULT_KINDS, TARGETS, targetsOf } from './faults/schedule.js';
import { MUTANTS, type MutantName } from './mutants/mutants.js';

/** The folder in which npm starts `run.mjs`, which then changes to another folder. */
const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const MUTANT_NAMES = Object.keys(MUTANTS) as MutantName[];

/** Printed by `--help`. */
export const USAGE = `npm run chaos -- [options]              tests the system under load and faults
npm run chaos -- --mutants [options]    tests whether a run notices each known defect

  --minutes N     time with faults; default 10, or 0.75 with --mutants
  --seed N        draws the same faults again; default random, or 7 with --mutants
  --target NAME   only targets whose name begins with NAME fail; may be repeated. One of
                  ${listed(TARGETS)}
  --fault KIND    only this fault happens; may be repeated. One of
                  ${listed(FAULT_KINDS)}
  --mutant NAME   adds this defect; may be repeated. One of
                  ${listed(MUTANT_NAMES)}
  --history FILE  file for all requests and answers, as JSON Lines
  --help          prints this

Ends with 0 if no promise was broken, or with mutants if each of them was noticed. See docs/chaos.md.`;

export interface ChaosOptions {
  /** The value of `--minutes`, verbatim. */
  readonly minutes: string;
  readonly lengthMs: number;
  readonly seed: number;
  readonly targets: readonly string[];
  readonly kinds: readonly string[];
  readonly mutants: readonly MutantName[];
  /** Whether each mutant is tried alone. */
  readonly triesMutants: boolean;
  readonly historyFile: string;
}

/** An invalid option; the message is a sentence for the user. */
export class UsageError extends Error {}

/**
 * @param args without the names of Node and the script
 * @returns undefined if help is requested
 * @throws UsageError
 */
export function readOptions(args: readonly string[]): ChaosOptions | undefined {
  const values = parsed(args);
  if (values.help) return undefined;
  // The faults of the mutants were chosen for this length and this seed.
  const usual = values.mutants
    ? { minutes: '0.75', seed: '7' }
    : { minutes: '10', seed: String(randomInt(2 ** 31)) };
  const { minutes = usual.minutes } = values;
  const lengthMs = Number(minutes) * 60_000;
  if (!(lengthMs > 0)) throw new UsageError('--minutes must be a number above 0.');
  const seed = Number(values.seed ?? usual.seed);
  if (!Number.isSafeInteger(seed)) throw new UsageError('--seed must be a whole number.');
  const { target: targets = [''], fault: kinds = FAULT_KINDS } = values;
  if (targetsOf(targets, kinds).length === 0) {
    throw new UsageError(
      `--target must be the beginning of one of ${TARGETS.join(', ')}, and --fault a fault that this target can have, one of ${FAULT_KINDS.join(', ')}.`,
    );
  }
  const mutants = (values.mutant ?? []).map((name): MutantName => {
    if (Object.hasOwn(MUTANTS, name)) return name as MutantName;
    throw new UsageError(`--mutant must be one of ${MUTANT_NAMES.join(', ')}.`);
  });
  const historyFile = resolve(
    CHECKOUT,
    values.history ?? join(tmpdir(), 'lethe-chaos-history.jsonl'),
  );
  const triesMutants = values.mutants === true;
  return { minutes, lengthMs, seed, targets, kinds, mutants, triesMutants, historyFile };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string' },
        seed: { type: 'string' },
        target: { type: 'string', multiple: true },
        fault: { type: 'string', multiple: true },
        mutant: { type: 'string', multiple: true },
        mutants: { type: 'boolean' },
        history: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    // The first sentence of Node's message describes the error. The other sentences give advice
    // that does not apply here.
    const [sentence = ''] = (error as Error).message.split(/\. |\.$/);
    throw new UsageError(`${sentence}.`);
  }
}

/** Returns a list in lines of a terminal's width, indented below its option. */
function listed(names: readonly string[]): string {
  const lines = [''];
  for (const name of names) {
    const line = lines.pop() ?? '';
    const longer = line === '' ? name : `${line}, ${name}`;
    if (longer.length > 80) lines.push(`${line},`, name);
    else lines.push(longer);
  }
  return lines.join(`\n${' '.repeat(18)}`);
}
