/** Joins class names. Skips `false`, `undefined` and `null`. */
export function cx(...names: readonly (string | false | undefined | null)[]): string {
  return names.filter(Boolean).join(' ');
}
