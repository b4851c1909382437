/** Kinds of test files, by file name; the slowest kind first. */
export const KINDS = ['e2e', 'int', 'unit'];

export function kindOf(path) {
  return /\.(e2e|int)(\.long)?\.spec\.ts$/.exec(path)?.[1] ?? 'unit';
}
