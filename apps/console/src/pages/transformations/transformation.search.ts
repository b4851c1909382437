import { among, searchOf, textLike } from '../../lib/search.js';

const TABS = ['code', 'test-cases', 'versions', 'destinations'] as const;

export interface TransformationSearch {
  readonly tab?: (typeof TABS)[number];
  /** The version that is compared with the present one. */
  readonly version?: number;
  /** Id of the test case that is open. */
  readonly case?: string;
  /** Whose requests the editor shows. */
  readonly destination?: string;
}

export const transformationSearch = searchOf<TransformationSearch>({
  tab: among(TABS),
  version: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
  ...{ case: textLike(/^/), destination: textLike(/^/) },
});
