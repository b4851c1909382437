import { runChaos, type ChaosOptions } from '../run-chaos.js';
import { MUTANTS, unnoticed, type Mutant, type MutantName } from './mutants.js';

export interface TryOptions extends Pick<ChaosOptions, 'seed' | 'lengthMs'> {
  readonly names: readonly MutantName[];
  /** Histories are written there, each with the mutant's name at the end. */
  readonly historyFile: string;
  /** Told of each mutant what became of it. */
  readonly onProgress: (line: string) => void;
}

/** Runs each mutant by itself, with those faults only that show it. @returns those that were not noticed */
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
    return `NOT NOTICED, as the run broke off: ${String(error)}`; // the others are tried all the same
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
