/**
 * Returns a module name for the transformation. The name differs from the names of all libraries.
 */
export function moduleNameOf(name: string, libraries: ReadonlyMap<string, string>): string {
  const printable = name
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, 100)
    .trim();
  let unique = printable === '' ? 'transformation' : printable;
  while (libraries.has(unique)) unique += ' (transformation)';
  return unique;
}
