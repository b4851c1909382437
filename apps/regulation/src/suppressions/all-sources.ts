import type { RegulationType } from '@lethe/contracts';

/** The source id that stands for all sources of a workspace. */
export const ALL_SOURCES = '*';

/**
 * The sources at which a regulation suppresses its user: none of them where it only deletes.
 *
 * @param sourceIds that it names; null or undefined: all
 */
export function suppressedSources(regulation: {
  readonly regulationType: RegulationType;
  readonly sourceIds?: readonly string[] | null;
}): readonly string[] {
  if (regulation.regulationType === 'delete') return [];
  return regulation.sourceIds ?? [ALL_SOURCES];
}
