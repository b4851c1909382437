import type { RegulationType } from '@lethe/contracts';

export const ALL_SOURCES = '*';

/**
 * Returns the sources at which a regulation suppresses its user. Returns none if the regulation
 * only deletes.
 *
 * @param regulation.sourceIds null or undefined stands for all sources
 */
export function suppressedSources(regulation: {
  readonly regulationType: RegulationType;
  readonly sourceIds?: readonly string[] | null;
}): readonly string[] {
  if (regulation.regulationType === 'delete') return [];
  return regulation.sourceIds ?? [ALL_SOURCES];
}
