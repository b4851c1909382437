import type { JobStatus } from '../../api/deletions.js';
import { JOB_STATUSES } from '../../features/deletions/job-states.js';
import { among, isSet, searchOf, textLike } from '../../lib/search.js';

export interface NewDestinationSearch {
  /** What is looked for, by name or type. */
  readonly q?: string;
  /** The type that was chosen. */
  readonly type?: string;
  /** Only types at which Lethe can delete. */
  readonly deletes?: true;
}

const find = (value: unknown) => textLike(/./s)(value)?.slice(0, 100);

export const findSearch = searchOf<Pick<NewDestinationSearch, 'q'>>({ q: find });

export const newDestinationSearch = searchOf<NewDestinationSearch>({
  ...{ q: find, type: textLike(/^[A-Z0-9_]{1,64}$/), deletes: isSet },
});

const TABS = ['settings', 'test-cases', 'deletions', 'connections'] as const;

interface DestinationSearch {
  readonly tab?: (typeof TABS)[number];
  readonly status?: JobStatus;
  /** Id of the test case that is open. */
  readonly case?: string;
}

export const destinationSearch = searchOf<DestinationSearch>({
  ...{ tab: among(TABS), status: among(JOB_STATUSES), case: textLike(/^/) },
});
