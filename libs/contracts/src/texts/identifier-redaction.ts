import type { JsonObject } from './json.js';
import { base64Cores, wholeBase64Run } from './base64-cores.js';
import { oneLine } from './one-line.js';
import { HEAD, PatternSearch } from './pattern-search.js';
import { endsOfCut, viewsOf, type TextView } from './text-views.js';
import { findShort, fold, standsAlone } from './fold-text.js';
import { localPartOf, phoneDigitsOf, withoutSeparators } from './identifier-parts.js';

const MASK = '***';
/** Marks at which a text was cut. An identifier before such a mark can be incomplete. */
const CUT = /…|\.\.\./g;

interface FoldedView extends TextView {
  readonly folded: string;
}

/**
 * Replaces all identifiers of users in texts by `***`, in one pass. If a shorter identifier were
 * replaced first, the rest of a longer identifier would remain. For the user `jane` with the
 * address `jane.smith@acme.example`, this rest is `***.smith@acme.example`. For the same reason, do
 * not mask or cut identifiers in a text before you give the text to this class.
 *
 * It finds identifiers of three or more characters in upper and lower case, and with the escapes of
 * URLs, JSON and HTML. It also finds identifiers of five or more bytes in base64. Before `…`, it
 * finds the beginning of an identifier if the beginning has three or more characters. It finds an
 * identifier of one or two characters only if no letters or digits are next to it.
 *
 * It also finds the part of an address before the `@` if no letters or digits are next to this
 * part. It finds the digits of a phone number with any separators.
 *
 * The time is linear in the length of the texts plus the length of the identifiers.
 */
export class IdentifierRedaction {
  private readonly views: readonly (readonly FoldedView[])[];
  private readonly plain: PatternSearch;
  private readonly encoded: PatternSearch;
  private readonly local: PatternSearch;
  private readonly phones: PatternSearch;
  private readonly digits: readonly (readonly TextView[])[];
  private readonly short = new Set<string>();

  constructor(private readonly texts: readonly string[]) {
    this.views = texts.map((text) =>
      viewsOf(text).map((view) => ({ ...view, folded: fold(view.text) })),
    );
    const folded = this.views.flatMap((views) => views.map((view) => view.folded));
    this.plain = new PatternSearch(folded);
    this.encoded = new PatternSearch(folded.map(urlSafe));
    this.local = new PatternSearch(folded);
    this.digits = this.views.map((views) => views.map(withoutSeparators));
    this.phones = new PatternSearch(this.digits.flat().map((view) => view.text));
  }

  /** @param users identifiers of users; they can be nested */
  add(users: Iterable<JsonObject>): void {
    for (const user of users) {
      for (const leaf of leavesOf(user)) {
        for (const spelling of spellingsOf(leaf)) {
          if (spelling.length >= HEAD) this.plain.add(spelling);
          else if (spelling !== '') this.short.add(spelling);
        }
        const local = localPartOf(leaf);
        if (local !== undefined) for (const one of spellingsOf(local)) this.local.add(one);
        for (const digits of phoneDigitsOf(leaf)) this.phones.add(digits);
        for (const core of base64Cores(leaf)) this.encoded.add(core.toLowerCase());
      }
    }
  }

  /** @returns the texts in the same order, with `***` in place of identifiers */
  hide(): string[] {
    return this.texts.map((text, index) => render(text, this.coveredIn(text, index)));
  }

  /**
   * @returns for each position, the number of identifiers that begin at it minus the number of
   * identifiers that end at it
   */
  private coveredIn(text: string, index: number): Int32Array {
    const covered = new Int32Array(text.length + 1);
    const coverIn =
      ({ at }: TextView) =>
      (from: number, to: number) => {
        const start = at?.[from] ?? from;
        const end = at?.[to] ?? to;
        covered[start] = (covered[start] ?? 0) + 1;
        covered[end] = (covered[end] ?? 0) - 1;
      };
    for (const digits of this.digits[index] ?? []) this.phones.find(digits.text, coverIn(digits));
    for (const { at, text: seen, folded } of this.views[index] ?? []) {
      const cover = coverIn({ text: seen, ...(at === undefined ? {} : { at }) });
      this.local.find(folded, (from, to) => {
        if (standsAlone(folded, from, to)) cover(from, to);
      });
      this.plain.find(folded, cover, cutsOf(seen));
      findShort(folded, this.short, cover);
      let last = 0;
      this.encoded.find(urlSafe(folded), (from, to) => {
        if (to <= last) return; // part of the previous run
        const run = wholeBase64Run(seen, { from, to });
        last = run.to;
        cover(run.from, run.to);
      });
    }
    return covered;
  }
}

function render(text: string, covered: Int32Array): string {
  let shown = '';
  let from = 0;
  let depth = 0;
  for (let place = 0; place <= text.length; place += 1) {
    const before = depth;
    depth += covered[place] ?? 0;
    if (before === 0 && depth > 0) shown += text.slice(from, place) + MASK;
    else if (before > 0 && depth === 0) from = place;
  }
  return shown + text.slice(from);
}

function cutsOf(text: string): readonly number[] {
  const cuts = [...text.matchAll(CUT)].flatMap(({ index }) => {
    const tail = Math.max(0, index - 40); // some incomplete escapes
    return endsOfCut(text.slice(tail, index)).map((end) => tail + end);
  });
  return cuts.sort((a, b) => a - b);
}

function urlSafe(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_');
}

function spellingsOf(leaf: string): Set<string> {
  const line = oneLine(leaf);
  const spellings = new Set<string>();
  // The JSON form is also a spelling. For example, the identifier `%41\b` is `%41\\b` in JSON. A
  // view decodes both escapes at once, so no view contains the identifier itself.
  const json = JSON.stringify(leaf).slice(1, -1);
  // The forms in upper and lower case are also spellings, because some letters become longer in
  // them, such as ß and İ. HTML forms encode spaces as +.
  for (const one of new Set([leaf, line, line.replaceAll(' ', '+'), json])) {
    for (const spelling of [one, one.toLowerCase(), one.toUpperCase()]) {
      spellings.add(fold(spelling));
    }
  }
  return spellings;
}

/**
 * Returns all texts and numbers in the identifiers of a user. Recursion is safe, because Lethe
 * checked the size of the identifiers when it received the user.
 */
function leavesOf(user: JsonObject): string[] {
  const leaves: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') leaves.push(value.trim());
    else if (typeof value === 'number') leaves.push(String(value));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(user);
  return leaves;
}
