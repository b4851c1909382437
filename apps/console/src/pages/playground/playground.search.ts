import { anyText, searchOf } from '../../lib/search.js';

export const playgroundSearch = searchOf({
  /** Id of a saved transformation with whose code the playground begins. */
  transformation: anyText,
  /** Id of the destination whose requests are shown. */
  destination: anyText,
});
