/** What a test file needs, by its name; the longest kind first. */
export const KINDS = ['e2e', 'int', 'unit'];

/** @param path of a test file */
export function kindOf(path) {
  return /\.(e2e|int)(\.long)?\.spec\.ts$/.exec(path)?.[1] ?? 'unit';
}
