import type { FoundSecret } from './search.js';

/** Credentials of the Basic scheme. `from` and `to` are the positions of their base64 text. */
export interface BasicPair extends FoundSecret {
  readonly pair: string;
}

/** Length of the word `Basic`, a blank and four characters of base64. */
const SHORTEST_PAIR = 10;

/** Finds the word `Basic` before a base64 text that contains a user name and a password. */
export function basicPairs(text: string): BasicPair[] {
  if (text.length < SHORTEST_PAIR) return [];
  return [...text.matchAll(/\bbasic\s+([a-z0-9+/_-]{4,}={0,2})/gi)].flatMap((match) => {
    const [all, encoded = ''] = match;
    const pair = Buffer.from(encoded, 'base64').toString('utf8');
    const to = match.index + all.length;
    return pair.includes(':') ? [{ from: to - encoded.length, to, pair }] : [];
  });
}
