import { among, anyText, searchOf } from '../../lib/search.js';

const TABS = ['code', 'test-cases', 'versions', 'destinations'] as const;

export type TransformationSearch = ReturnType<typeof transformationSearch>;
export const transformationSearch = searchOf({
  tab: among(TABS),
  /** The version that is compared with the present one. */
  version: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
  /** Id of the test case that is open. */
  case: anyText,
  /** Whose requests the editor shows. */
  destination: anyText,
});
