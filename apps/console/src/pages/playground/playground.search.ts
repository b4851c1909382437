export interface PlaygroundSearch {
  /** A saved transformation that the code begins with. */
  readonly transformation?: string;
  /** Whose requests are shown. */
  readonly destination?: string;
}

export function playgroundSearch({
  transformation,
  destination,
}: Record<string, unknown>): PlaygroundSearch {
  return {
    ...(typeof transformation === 'string' && { transformation }),
    ...(typeof destination === 'string' && { destination }),
  };
}
