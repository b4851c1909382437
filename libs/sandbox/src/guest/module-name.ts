/** Returns a module name for the transformation that no library has. */
export function moduleNameOf(name: string, libraries: ReadonlyMap<string, string>): string {
  const printable = name
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .slice(0, 100)
    .trim();
  let unique = printable === '' ? 'transformation' : printable;
  while (libraries.has(unique)) unique += ' (transformation)';
  return unique;
}
