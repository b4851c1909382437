import { viewsOf, type TextView } from './text-views.js';

/** Shorter secrets are found where they are all there is: `a` or `on` occur in everything. */
export const SHORTEST = 4;
/** Shorter ones are words as well: they are found in their own case only. */
const ANY_CASE_FROM = 8;
/** Shorter pieces of base64 also occur by chance. */
const SHORTEST_CORE = 6;
/** Of a secret that was cut off, as much is no chance; less is shown by every mask. */
export const SHORTEST_BEGINNING = 3;
/** Of so many beginnings that a text has, about one is taken for a pattern's. */
const MARKS_PER_PATTERN = 64;
/** Comparisons in one answer: 0.1 s. Only answers made for it need as many. */
const MOST_STEPS = 3_000_000;

/** Comparisons that are left, for all texts of an answer. */
export interface Steps {
  left: number;
}

export function newSteps(): Steps {
  return { left: MOST_STEPS };
}

/** A part of a text that says a secret. */
export interface FoundSecret {
  readonly from: number;
  readonly to: number;
  /** The secret; absent for base64, which says more than it. */
  readonly secret?: string;
}

interface Pattern {
  readonly text: string;
  readonly secret: string;
}

/** What knows secrets, and where they are in texts. */
export interface Search {
  readonly isEmpty: boolean;
  /** Whether the text is a secret, however short. */
  isSecret(text: string): boolean;
  /**
   * @param isCut the text's end may be missing: then the beginning of a secret at its end counts
   * @returns in no order; parts may overlap
   * @throws TooManyStepsError
   */
  find(text: string, steps: Steps, isCut?: boolean): FoundSecret[];
}

/** There are too many possible places to look at. */
export class TooManyStepsError extends Error {}

/** One for all: each would trace its stack, for every text that comes after it. */
const TOO_MANY = new TooManyStepsError();

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
      const end = plain.replace(/(%[0-9a-f]?|\\u?[0-9a-f]{0,3}|&#?\w{0,6})$/, '').length;
      const begun = this.plain.begunAt(plain, end, SHORTEST_BEGINNING, steps);
      if (begun !== undefined)
        found.push({ ...placed(view, begun.from, plain.length), secret: begun.secret });
      const core = this.encoded.begunAt(base64, base64.length, SHORTEST_CORE, steps);
      if (core !== undefined) addRun(placed(view, core.from, base64.length));
    }
    return found;
  }
}

/** Texts by their beginnings, to look for all of them at once. */
class PatternIndex {
  /** Which beginnings there are, roughly; made for the first text. */
  private marks: Uint8Array | undefined;
  private readonly byStart = new Map<string, Pattern[]>();
  private readonly all: Pattern[] = [];

  add(pattern: Pattern): void {
    const start = pattern.text.slice(0, SHORTEST);
    const same = this.byStart.get(start);
    if (same?.some(({ text }) => text === pattern.text)) return;
    this.marks = undefined;
    if (same === undefined) this.byStart.set(start, [pattern]);
    else same.push(pattern);
    this.all.push(pattern);
  }

  *matches(text: string, steps: Steps): Generator<[from: number, Pattern]> {
    if (this.all.length === 0) return;
    const marks = (this.marks ??= this.newMarks());
    for (let from = 0; from + SHORTEST <= text.length; from += 1) {
      if (marks[hashAt(text, from) & (marks.length - 1)] !== 1) continue;
      for (const pattern of this.byStart.get(text.slice(from, from + SHORTEST)) ?? []) {
        spend(steps, pattern.text);
        if (text.startsWith(pattern.text, from)) yield [from, pattern];
      }
    }
  }

  /** As many that a text without a secret meets few of them. */
  private newMarks(): Uint8Array {
    const size = Math.min(65_536, 2 ** Math.ceil(Math.log2(this.all.length * MARKS_PER_PATTERN)));
    const marks = new Uint8Array(size);
    for (const { text } of this.all) marks[hashAt(text, 0) & (size - 1)] = 1;
    return marks;
  }

  /** @returns the longest beginning of a pattern that ends at `end` */
  begunAt(
    text: string,
    end: number,
    shortest: number,
    steps: Steps,
  ): { readonly from: number; readonly secret: string } | undefined {
    let best: { readonly from: number; readonly secret: string } | undefined;
    for (const { text: pattern, secret } of this.all) {
      spend(steps, pattern);
      const longest = Math.min(pattern.length - 1, end);
      for (let length = longest; length >= shortest; length -= 1) {
        if (best !== undefined && end - best.from >= length) break;
        if (text.charCodeAt(end - 1) !== pattern.charCodeAt(length - 1)) continue;
        if (!text.startsWith(pattern.slice(0, length), end - length)) continue;
        best = { from: end - length, secret };
        break;
      }
    }
    return best;
  }
}

export function spend(steps: Steps, pattern: string): void {
  spendSteps(steps, 1 + pattern.length / 16);
}

/** @throws TooManyStepsError when there are not as many left */
export function spendSteps(steps: Steps, count: number): void {
  steps.left -= count;
  if (steps.left < 0) throw TOO_MANY;
}

function hashAt(text: string, index: number): number {
  return (
    text.charCodeAt(index) * 29_791 +
    text.charCodeAt(index + 1) * 961 +
    text.charCodeAt(index + 2) * 31 +
    text.charCodeAt(index + 3)
  );
}

/** In one case, and with spaces as forms write them; as long as before. */
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
