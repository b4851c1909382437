import { maskSecret } from './mask-config.js';
import { basicPairs } from './search/basic-pairs.js';
import type { FoundSecret, Search } from './search/search.js';
import { TooManyStepsError, type SearchBudget } from './search/search-budget.js';

/** Number of characters that are searched before a cut. Escaped secrets are shorter. */
const LONGEST_TAIL = 4_000;
/** Maximum number of ellipses that are checked in a text. The texts of Lethe contain fewer. */
const MOST_ENDS = 20;

/**
 * Masks the secrets that a search finds in a text, and the credentials of the Basic scheme. Returns
 * only `***` if the search needs too many steps.
 *
 * @param isCut whether the end of the text is possibly a cut secret
 * @param steps remaining search budget for the whole answer
 */
export function maskText(
  text: string,
  search: Search,
  isCut: boolean,
  steps: SearchBudget,
): string {
  if (search.isEmpty) return text;
  if (search.isSecret(text)) return String(maskSecret(text));
  try {
    return render(text, [...foundIn(text, search, isCut, steps), ...basicPairs(text)]);
  } catch (error) {
    if (error instanceof TooManyStepsError) return '***';
    throw error;
  }
}

/** Also searches for a cut secret before each ellipsis, because an ellipsis marks a cut. */
function foundIn(
  text: string,
  search: Search,
  isCut: boolean,
  steps: SearchBudget,
): readonly FoundSecret[] {
  const found = search.find(text, steps, isCut);
  let end = text.length;
  for (let ends = 0; ends < MOST_ENDS && end > 0; ends += 1) {
    end = text.lastIndexOf('…', end - 1);
    if (end === -1) break;
    const tail = Math.max(0, end - LONGEST_TAIL);
    for (const part of search.find(text.slice(tail, end), steps, true)) {
      found.push({ ...part, from: tail + part.from, to: tail + part.to });
    }
  }
  return found;
}

/** Replaces the found parts with masks. Overlapping parts get one common mask. */
function render(text: string, found: readonly FoundSecret[]): string {
  if (found.length === 0) return text;
  const inOrder = [...found].sort((a, b) => a.from - b.from || b.to - a.to);
  let shown = '';
  let end = 0;
  inOrder.forEach((part, index) => {
    if (part.from >= end || index === 0) {
      const hidden = part.secret ?? text.slice(part.from, part.to);
      shown += `${text.slice(end, part.from)}${String(maskSecret(hidden))}`;
    }
    end = Math.max(end, part.to);
  });
  return shown + text.slice(end);
}
