import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FAULT_KINDS, TARGETS, targetsOf } from './faults/schedule.js';
import { MUTANTS, type MutantName } from './mutants/mutants.js';

/** Where npm starts this; run.mjs has left it by then. */
const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));
const MUTANT_NAMES = Object.keys(MUTANTS) as MutantName[];

/** What `--help` prints. */
export const USAGE = `npm run chaos -- [options]              everything under load while everything fails
npm run chaos -- --mutants [options]    a run for each known defect: is it noticed?

  --minutes N     how long there is trouble; 10, or 0.75 with --mutants
  --seed N        draws the same faults again; any, or 7 with --mutants
  --target NAME   only that fails whose name begins so; also several times. Of
                  ${listed(TARGETS)}
  --fault KIND    only that happens; also several times. Of
                  ${listed(FAULT_KINDS)}
  --mutant NAME   with this defect; also several times. Of
                  ${listed(MUTANT_NAMES)}
  --history FILE  what was asked and answered, as JSON Lines
  --help          prints this

Ends with 0 when no promise was broken; with mutants, when each of them was noticed. docs/chaos.md says more.`;

export interface ChaosOptions {
  /** As it was written. */
  readonly minutes: string;
  readonly lengthMs: number;
  readonly seed: number;
  readonly targets: readonly string[];
  readonly kinds: readonly string[];
  readonly mutants: readonly MutantName[];
  /** Whether each mutant is tried by itself. */
  readonly triesMutants: boolean;
  readonly historyFile: string;
}

/** What was written makes no sense; the message is a sentence for whoever wrote it. */
export class UsageError extends Error {}

/**
 * @param args without the names of Node and the script
 * @returns undefined when help is asked for
 * @throws UsageError
 */
export function readOptions(args: readonly string[]): ChaosOptions | undefined {
  const values = parsed(args);
  if (values.help) return undefined;
  // What the mutants' faults were tried with.
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
      `--target must be the beginning of one of ${TARGETS.join(', ')}, and --fault what can happen to it, of ${FAULT_KINDS.join(', ')}.`,
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
    // Node's first sentence says what is wrong; the others are advice for other programs.
    const [sentence = ''] = (error as Error).message.split(/\. |\.$/);
    throw new UsageError(`${sentence}.`);
  }
}

/** In lines of a terminal's width, behind what they belong to. */
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
