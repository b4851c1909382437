import { anyText, searchOf } from '../../lib/search.js';

export const playgroundSearch = searchOf({
  /** A saved transformation that the code begins with. */
  transformation: anyText,
  /** Whose requests are shown. */
  destination: anyText,
});
