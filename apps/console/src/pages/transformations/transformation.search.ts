import { among, anyText, searchOf } from '../../lib/search.js';

const TABS = ['code', 'test-cases', 'versions', 'destinations'] as const;

export type TransformationSearch = ReturnType<typeof transformationSearch>;
export const transformationSearch = searchOf({
  tab: among(TABS),
  /** Version to compare with the current version. */
  version: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
  /** Id of the open test case. */
  case: anyText,
  /** Id of the destination whose requests the editor shows. */
  destination: anyText,
});
