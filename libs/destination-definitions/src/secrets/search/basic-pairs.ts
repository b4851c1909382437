import type { FoundSecret } from './search.js';

/** Credentials of the Basic scheme in a text; `from` and `to` are those of the base64. */
export interface BasicPair extends FoundSecret {
  readonly pair: string;
}

/** Finds `Basic` with what is a name and a password once it is decoded. */
export function basicPairs(text: string): BasicPair[] {
  return [...text.matchAll(/\bbasic\s+([a-z0-9+/_-]{4,}={0,2})/gi)].flatMap((match) => {
    const [all, encoded = ''] = match;
    const pair = Buffer.from(encoded, 'base64').toString('utf8');
    const to = match.index + all.length;
    return pair.includes(':') ? [{ from: to - encoded.length, to, pair }] : [];
  });
}
