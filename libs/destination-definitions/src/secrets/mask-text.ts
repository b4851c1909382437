import { maskSecret } from './mask-config.js';
import { basicPairs } from './search/basic-pairs.js';
import type { FoundSecret, Search } from './search/search.js';
import { TooManyStepsError, type SearchBudget } from './search/search-budget.js';

/** Characters before a cut that are looked at: more than any secret has, escaped. */
const LONGEST_TAIL = 4_000;
/** Ellipses of one text that are looked at; texts of our own have fewer. */
const MOST_ENDS = 20;

/**
 * Hides in a text what a search finds, and credentials of the Basic scheme: two characters and `***`
 * remain of each, and nothing but `***` of a text that has too many places to look at.
 *
 * @param isCut the text may have lost its end, and with it a part of a secret
 * @param steps those that are left for the answer that the text is a part of
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

/** What was cut says so with an ellipsis, not always at its end. */
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

/** Parts that overlap become one mask. */
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
