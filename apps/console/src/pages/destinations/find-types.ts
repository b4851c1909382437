import type { TypeSummary } from '../../api/definitions.js';

/**
 * Returns the types with all words of the text in their name or category. Types whose name begins
 * with the text come first.
 */
export function findTypes(
  types: readonly TypeSummary[],
  text: string,
  onlyThatDelete: boolean,
): TypeSummary[] {
  const words = text
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '');
  const begins = ({ displayName }: TypeSummary) =>
    displayName.toLowerCase().startsWith(text.trim().toLowerCase()) ? 0 : 1;
  return types
    .filter(({ name, displayName, category, deletes }) => {
      if (onlyThatDelete && !deletes) return false;
      const all = `${displayName} ${name} ${category}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .sort((a, b) => begins(a) - begins(b));
}
