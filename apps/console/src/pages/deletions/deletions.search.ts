import { JOB_STATUSES } from '../../features/deletions/job-states.js';
import { among, anyText, isSet, searchOf } from '../../lib/search.js';
import { asDay } from '../../lib/utc-days.js';

export const deletionsSearch = searchOf({
  ...{ destination: anyText, status: among(JOB_STATUSES) },
  ...{ overdue: isSet, dueSoon: isSet, attention: isSet, held: isSet, found: isSet },
  ...{ sort: among(['due']), from: asDay, until: asDay },
});
