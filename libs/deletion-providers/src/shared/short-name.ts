/** Maximum length in a record, so that the method with its scope fits (`methodLength`). */
const MOST_NAME = 90;

/** Returns a name from the configuration for the method of a record, cut if it is long. */
export function shortName(name: string): string {
  return name.length <= MOST_NAME ? name : `${name.slice(0, MOST_NAME - 1)}…`;
}
