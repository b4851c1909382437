import { PatternIndex } from './pattern-index.js';
import { SHORTEST, SHORTEST_BEGINNING, type FoundSecret, type Search } from './search.js';
import type { Steps } from './steps.js';
import { viewsOf, withoutCutEscape, type TextView } from './text-views.js';

/** Characters; shorter secrets may be words as well, and are found in their own case only. */
const ANY_CASE_FROM = 8;
/** Characters; shorter pieces of base64 also occur by chance. */
const SHORTEST_CORE = 6;

/**
 * Finds secrets in texts: as they are, in any case, in hex, escaped for URLs, forms, JSON, HTML or XML
 * (wholly or in part), and in base64 at any offset, such as after `user:`.
 */
export class SecretSearch implements Search {
  private readonly plain = new PatternIndex();
  private readonly encoded = new PatternIndex();
  private readonly whole = new Set<string>();

  constructor(secrets: readonly string[]) {
    for (const secret of new Set(secrets)) {
      this.whole.add(secret);
      if (secret.length < SHORTEST) continue;
      const hex = Buffer.from(secret, 'utf8').toString('hex');
      this.plain.add({ text: plainly(secret), secret });
      this.plain.add({ text: hex, secret: hex });
      for (const core of base64Cores(secret)) this.encoded.add({ text: core, secret });
    }
  }

  get isEmpty(): boolean {
    return this.whole.size === 0;
  }

  isSecret(text: string): boolean {
    return this.whole.has(text);
  }

  find(text: string, steps: Steps, isCut = false): FoundSecret[] {
    const found: FoundSecret[] = [];
    if (this.isEmpty) return found;
    let run: FoundSecret = { from: 0, to: 0 };
    const addRun = (part: FoundSecret): void => {
      if (part.from >= run.from && part.to <= run.to) return; // known, and it may be long
      run = wholeRun(text, part);
      found.push(run);
    };
    for (const view of viewsOf(text)) {
      const plain = plainly(view.text);
      for (const [from, { text: pattern, secret }] of this.plain.matches(plain, steps)) {
        const to = from + pattern.length;
        if (secret.length < ANY_CASE_FROM && !isSame(view.text.slice(from, to), secret)) continue;
        found.push({ ...placed(view, from, to), secret });
      }
      const base64 = view.text.replaceAll('+', '-').replaceAll('/', '_');
      for (const [from, { text: pattern }] of this.encoded.matches(base64, steps)) {
        addRun(placed(view, from, from + pattern.length));
      }
      if (!isCut) continue;
      const end = withoutCutEscape(plain).length;
      const begun = this.plain.begunAt(plain, end, SHORTEST_BEGINNING, steps);
      if (begun !== undefined)
        found.push({ ...placed(view, begun.from, plain.length), secret: begun.secret });
      const core = this.encoded.begunAt(base64, base64.length, SHORTEST_CORE, steps);
      if (core !== undefined) addRun(placed(view, core.from, base64.length));
    }
    return found;
  }
}

/** A text in lower case, with its `+` as spaces, as forms write them; its length stays. */
function plainly(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replaceAll('+', ' ');
}

function isSame(text: string, secret: string): boolean {
  return text === secret || text.replaceAll('+', ' ') === secret.replaceAll('+', ' ');
}

function placed({ at }: TextView, from: number, to: number): { from: number; to: number } {
  return { from: at?.[from] ?? from, to: at?.[to] ?? to };
}

/** The whole of a run of base64, so that no characters at its ends give away a few bits. */
function wholeRun(text: string, { from, to }: FoundSecret): FoundSecret {
  let start = from;
  let end = to;
  while (start > 0 && isBase64(text, start - 1)) start -= 1;
  while (end < text.length && isBase64(text, end)) end += 1;
  return { from: start, to: end };
}

function isBase64(text: string, index: number): boolean {
  return /[A-Za-z0-9+/=_%\\-]/.test(text.charAt(index));
}

/**
 * What base64 text contains for certain when a secret is in it at any place, such as after `user:`.
 * Three bytes make four characters, so there are three ways to fall; characters that also hold bits
 * of a neighbour are left out.
 */
function base64Cores(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2]
    .map((before) => {
      const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
      const from = Math.ceil((before * 4) / 3);
      const to = Math.floor(((before + bytes.length) * 4) / 3);
      return text.slice(from, to);
    })
    .filter(({ length }) => length >= SHORTEST_CORE);
}
