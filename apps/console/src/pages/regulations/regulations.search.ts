import {
  REGULATION_STATUSES,
  REGULATION_TYPES,
} from '../../features/regulations/regulation-words.js';
import { among, isSet, searchOf } from '../../lib/search.js';
import { asDay } from '../../lib/utc-days.js';

export const regulationsSearch = searchOf({
  ...{ type: among(REGULATION_TYPES), status: among(REGULATION_STATUSES) },
  ...{ canceled: among([true, false]), overdue: isSet, from: asDay, until: asDay },
});

/** How the history is shown. The default is the timeline. */
export const regulationSearch = searchOf({ view: among(['history']) });
