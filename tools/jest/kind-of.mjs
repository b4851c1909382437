/** Kinds of test files, as in their file names. The slowest kind is first. */
export const KINDS = ['e2e', 'int', 'unit'];

export function kindOf(path) {
  return /\.(e2e|int)(\.long)?\.spec\.ts$/.exec(path)?.[1] ?? 'unit';
}
