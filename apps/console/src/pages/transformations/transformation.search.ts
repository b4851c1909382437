import { oneOf } from '../../lib/search.js';

export const TRANSFORMATION_TABS = ['code', 'test-cases', 'versions', 'destinations'] as const;

export interface TransformationSearch {
  readonly tab?: (typeof TRANSFORMATION_TABS)[number];
  /** The version that is compared with the present one. */
  readonly version?: number;
  /** Id of the test case that is open. */
  readonly case?: string;
  /** Whose requests the editor shows. */
  readonly destination?: string;
}

export function transformationSearch(search: Record<string, unknown>): TransformationSearch {
  const tab = oneOf(TRANSFORMATION_TABS, search.tab);
  const { version, destination } = search;
  return {
    ...(tab !== undefined && { tab }),
    ...(Number.isSafeInteger(version) && { version: version as number }),
    ...(typeof search.case === 'string' && { case: search.case }),
    ...(typeof destination === 'string' && { destination }),
  };
}
