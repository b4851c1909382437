import { searchOf, textLike } from '../../lib/search.js';

export interface PlaygroundSearch {
  /** A saved transformation that the code begins with. */
  readonly transformation?: string;
  /** Whose requests are shown. */
  readonly destination?: string;
}

export const playgroundSearch = searchOf<PlaygroundSearch>({
  ...{ transformation: textLike(/^/), destination: textLike(/^/) },
});
