import { runChaos, type ChaosOptions } from '../run-chaos.js';
import { MUTANTS, unnoticed, type Mutant, type MutantName } from './mutants.js';

export interface TryOptions extends Pick<ChaosOptions, 'seed' | 'lengthMs'> {
  readonly names: readonly MutantName[];
  /** Path of the histories. Each has the mutant's name at the end of its path. */
  readonly historyFile: string;
  /** Gets the result of each mutant. */
  readonly onProgress: (line: string) => void;
}

/**
 * Runs each mutant alone, with only those faults that show it.
 *
 * @returns the mutants that were not noticed
 */
export async function tryMutants(options: TryOptions): Promise<readonly MutantName[]> {
  const missed: MutantName[] = [];
  for (const name of options.names) {
    const outcome = await tryMutant(name, options);
    if (outcome !== 'noticed') missed.push(name);
    options.onProgress(`${name}: ${outcome} (${argumentsFor(name)})`);
  }
  return missed;
}

async function tryMutant(
  name: MutantName,
  { seed, lengthMs, historyFile }: TryOptions,
): Promise<string> {
  try {
    const { problems } = await runChaos({
      ...{ seed, lengthMs, historyFile: `${historyFile}.${name}` },
      ...{ ...MUTANTS[name].shownBy, mutants: [name] },
    });
    return unnoticed([name], problems).length === 0 ? 'noticed' : 'NOT NOTICED';
  } catch (error) {
    // The next mutant is tried nevertheless.
    return `NOT NOTICED, because the run failed: ${String(error)}`;
  }
}

function argumentsFor(name: MutantName): string {
  const { targets, kinds = [] }: Mutant['shownBy'] = MUTANTS[name].shownBy;
  return [
    ...targets.map((target) => `--target ${target}`),
    ...kinds.map((kind) => `--fault ${kind}`),
    `--mutant ${name}`,
  ].join(' ');
}
