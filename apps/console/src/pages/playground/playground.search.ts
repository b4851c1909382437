import { anyText, searchOf } from '../../lib/search.js';

export const playgroundSearch = searchOf({
  /** Id of a saved transformation. The playground starts with its code. */
  transformation: anyText,
  /** Id of the destination whose requests are shown. */
  destination: anyText,
});
