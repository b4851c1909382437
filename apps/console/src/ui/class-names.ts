/** Joins class names. Skips values that are not texts. */
export function cx(...names: readonly (string | false | undefined | null)[]): string {
  return names.filter(Boolean).join(' ');
}
