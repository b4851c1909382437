import {
  base64Cores,
  endsOfCut,
  SHORTEST_CORE,
  viewsOf,
  wholeBase64Run,
  type TextView,
} from '@lethe/contracts';
import { PatternIndex, type Pattern } from './pattern-index.js';
import {
  SHORTEST,
  SHORTEST_BEGINNING,
  shortestOf,
  type FoundSecret,
  type Search,
} from './search.js';
import type { SearchBudget } from './search-budget.js';

/**
 * Minimum length of a secret that is found in upper and lower case. Shorter secrets can be words.
 */
const ANY_CASE_FROM = 8;

/**
 * Finds secrets in texts: verbatim, in upper or lower case, in hexadecimal, in base64, and escaped
 * for URLs, forms, JSON, HTML or XML. Base64 can also encode other text before the secret, such as
 * `user:`. Escapes can be complete or partial.
 */
export class SecretSearch implements Search {
  private readonly plain: PatternIndex;
  private readonly encoded: PatternIndex;
  private readonly whole: ReadonlySet<string>;
  /** Length of the shortest secret that is found within a text. Encoded forms are longer. */
  private readonly shortest: number;

  constructor(secrets: readonly string[]) {
    this.whole = new Set(secrets);
    const plain: Pattern[] = [];
    const encoded: Pattern[] = [];
    for (const secret of this.whole) {
      if (secret.length < SHORTEST) continue;
      const hex = Buffer.from(secret, 'utf8').toString('hex');
      plain.push({ text: plainly(secret), secret }, { text: hex, secret: hex });
      for (const core of base64Cores(secret)) encoded.push({ text: core, secret });
    }
    this.plain = new PatternIndex(plain);
    this.shortest = shortestOf(this.whole);
    this.encoded = new PatternIndex(encoded);
  }

  get isEmpty(): boolean {
    return this.whole.size === 0;
  }

  isSecret(text: string): boolean {
    return this.whole.has(text);
  }

  find(text: string, steps: SearchBudget, isCut = false): FoundSecret[] {
    const found: FoundSecret[] = [];
    // Most texts of an answer are too short. A view is never longer than its text.
    if (this.isEmpty || (!isCut && text.length < this.shortest)) return found;
    let run: FoundSecret = { from: 0, to: 0 };
    const addRun = (part: FoundSecret): void => {
      // A run that was found before is not read again, because it can be long.
      if (part.from >= run.from && part.to <= run.to) return;
      run = wholeBase64Run(text, part);
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
      for (const end of endsOfCut(plain)) {
        const begun = this.plain.longestStartAt(plain, end, SHORTEST_BEGINNING, steps);
        if (begun !== undefined)
          found.push({ ...placed(view, begun.from, plain.length), secret: begun.secret });
      }
      const core = this.encoded.longestStartAt(base64, base64.length, SHORTEST_CORE, steps);
      if (core !== undefined) addRun(placed(view, core.from, base64.length));
    }
    return found;
  }
}

/** Returns the text in lower case and with spaces instead of `+`. Its length does not change. */
function plainly(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replaceAll('+', ' ');
}

function isSame(text: string, secret: string): boolean {
  return text === secret || text.replaceAll('+', ' ') === secret.replaceAll('+', ' ');
}

function placed({ at }: TextView, from: number, to: number): { from: number; to: number } {
  return { from: at?.[from] ?? from, to: at?.[to] ?? to };
}
