import type { JobFilters } from '../../api/deletions.js';
import { JOB_STATUSES } from '../../features/deletions/job-states.js';
import { among, isSet, searchOf, textLike } from '../../lib/search.js';
import { asDay } from '../../lib/utc-days.js';

export const deletionsSearch = searchOf<JobFilters>({
  ...{ destination: textLike(/^/), status: among(JOB_STATUSES) },
  ...{ overdue: isSet, attention: isSet, held: isSet, from: asDay, until: asDay },
});
