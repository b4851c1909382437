/** The transformation's name as a module's, different from those of the libraries. */
export function moduleNameOf(name: string, libraries: ReadonlyMap<string, string>): string {
  const printable = name
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, 100)
    .trim();
  let unique = printable === '' ? 'transformation' : printable;
  while (libraries.has(unique)) unique += ' (transformation)';
  return unique;
}
