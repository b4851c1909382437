import type { JsonObject } from '../test-runs/json.js';

const MASK = '***';
/** Characters by which places are found that could be an identifier. */
const HEAD = 3;
/** Leaves of one identifier's value that are looked for. */
const MOST_LEAVES = 100;
const ASCII = /^[\x20-\x7e]*$/;
/** Letters that differ by their place in the word only. */
const ONE_LETTER = new Map([['ς', 'σ']]);

/**
 * Makes a function that takes the identifiers of users out of a text, in whatever case, also as a URL or a
 * JSON text spells them. Those of less than three characters are found where they stand alone.
 *
 * The work for a text grows with its length, not with the number of users.
 *
 * @param users their identifiers; of values that are objects, what they hold
 */
export function createIdentifierScrubber(users: Iterable<JsonObject>): (text: string) => string {
  const short = new Set<string>();
  /** First characters → length → identifiers. */
  const long = new Map<string, Map<number, Set<string>>>();
  for (const user of users) {
    for (const value of spellingsOf(user)) {
      if (value.length < HEAD) short.add(value);
      else add(long, value);
    }
  }
  const lengths = new Map(
    [...long].map(([head, byLength]) => [head, [...byLength.keys()].sort((a, b) => b - a)]),
  );
  const lengthAt = (folded: string, place: number): number => {
    const head = folded.slice(place, place + HEAD);
    for (const length of lengths.get(head) ?? []) {
      if (
        long
          .get(head)
          ?.get(length)
          ?.has(folded.slice(place, place + length))
      )
        return length;
    }
    return 0;
  };
  return (text) => scrubWords(scrubPlaces(text, lengthAt), short);
}

function add(index: Map<string, Map<number, Set<string>>>, value: string): void {
  const head = value.slice(0, HEAD);
  const byLength = index.get(head) ?? new Map<number, Set<string>>();
  index.set(head, byLength);
  const values = byLength.get(value.length) ?? new Set();
  byLength.set(value.length, values.add(value));
}

function scrubPlaces(text: string, lengthAt: (folded: string, place: number) => number): string {
  const folded = fold(text);
  let scrubbed = '';
  let from = 0;
  for (let place = 0; place < text.length;) {
    const length = lengthAt(folded, place);
    if (length === 0) {
      place += 1;
    } else {
      scrubbed += `${text.slice(from, place)}${MASK}`;
      place += length;
      from = place;
    }
  }
  return scrubbed + text.slice(from);
}

function scrubWords(text: string, words: ReadonlySet<string>): string {
  if (words.size === 0) return text;
  return text.replaceAll(/[\p{L}\p{N}]+/gu, (word) => (words.has(fold(word)) ? MASK : word));
}

function spellingsOf(user: JsonObject): Set<string> {
  const spellings = new Set<string>();
  for (const leaf of leavesOf(user)) {
    const json = JSON.stringify(leaf).slice(1, -1);
    // The case of some letters takes more characters than the letter: ß, İ.
    for (const spelling of [leaf, json, escaped(leaf), leaf.toLowerCase(), leaf.toUpperCase()]) {
      if (spelling !== '') spellings.add(fold(spelling));
    }
  }
  return spellings;
}

function leavesOf(user: JsonObject): string[] {
  const leaves: string[] = [];
  const visit = (value: unknown): void => {
    if (leaves.length >= MOST_LEAVES) return;
    if (typeof value === 'string') leaves.push(value.trim());
    else if (typeof value === 'number') leaves.push(String(value));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(user);
  return leaves;
}

/** Lower case, one character at a time, so that each stays at its place. */
function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text) {
    const lower = character.toLowerCase();
    folded += lower.length === character.length ? (ONE_LETTER.get(lower) ?? lower) : character;
  }
  return folded;
}

function escaped(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text; // half a character
  }
}
