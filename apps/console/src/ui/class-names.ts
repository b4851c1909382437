/** Joins class names, and leaves out what is not one. */
export function cx(...names: readonly (string | false | undefined | null)[]): string {
  return names.filter(Boolean).join(' ');
}
