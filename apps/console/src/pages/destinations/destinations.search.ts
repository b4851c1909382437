import { JOB_STATUSES } from '../../features/deletions/job-states.js';
import { among, anyText, isSet, searchOf, textLike } from '../../lib/search.js';

/** Reads the name or type to search for. */
const find = (value: unknown) => textLike(/./s)(value)?.slice(0, 100);

export const findSearch = searchOf({ q: find });

export type NewDestinationSearch = ReturnType<typeof newDestinationSearch>;
export const newDestinationSearch = searchOf({
  q: find,
  /** Destination type that the user chose. */
  type: textLike(/^[A-Z0-9_]{1,64}$/),
  deletes: isSet,
});

const TABS = ['settings', 'test-cases', 'deletions', 'connections'] as const;

export const destinationSearch = searchOf({
  ...{ tab: among(TABS), status: among(JOB_STATUSES) },
  /** Id of the open test case. */
  case: anyText,
});
