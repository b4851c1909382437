import { knownIdentifier } from '../regulations/member-names.js';

const EMPTY_VALUES = new Set(['null', 'undefined', 'nan', '[object object]']);
/** Of Excel and LibreOffice, also in other languages (`#NV`, `#WERT!`), and a cell too narrow for its number. */
const SPREADSHEET_ERROR =
  /^(?:#(?:N\/[AD]|NV|GETTING_DATA|[¡¿]?\p{L}[\p{L}\d/]*[!?]|#+)|Err:\d{3})$/iu;
/** As a spreadsheet shows a long number. `12e5` may be a real id. */
const SHORTENED_NUMBER = /^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$/i;
/** Most ids: plain characters, one of them a digit, and no exponent. None of the others looks like this. */
const USUAL = /^[A-Za-z_.@+() -]*\d[\w.@+() -]*$/;
const EXPONENT = /E[+-]/i;
/** What is read in the place of a character that was lost in a conversion. */
const REPLACEMENT = '\uFFFD';
const TEXT_FORMULA = /^=".*"$/s;

/**
 * Decides whether a text is hardly an identifier that a system issued. Imports, the console and dry runs all ask here.
 *
 * @returns what it looks like, to follow "looks like"; undefined when nothing is suspicious
 */
export function suspicionOf(text: string): string | undefined {
  if (USUAL.test(text) && !EXPONENT.test(text)) return undefined;
  const small = text.toLowerCase();
  if (EMPTY_VALUES.has(small)) return 'a missing value of a program';
  if (SPREADSHEET_ERROR.test(text)) return 'an error of a spreadsheet';
  if (SHORTENED_NUMBER.test(text)) return 'a long number that a spreadsheet shortened';
  if (TEXT_FORMULA.test(text)) return 'a formula of a spreadsheet';
  if (knownIdentifier(text) !== undefined || small === 'id') return 'the name of a column';
  if (text.includes('\t')) return 'several cells: it has a tab in it';
  if (text.includes(';')) return 'several cells: it has a semicolon in it';
  if (/[\r\n]/.test(text)) return 'several lines: it has a line break in it';
  if (text.includes(REPLACEMENT))
    return 'a text of which a character was lost: it has U+FFFD in it';
  return undefined;
}

/** A member of a user that `suspicionOf` finds suspicious. */
export interface Suspicion {
  readonly identifier: string;
  /** A sentence without its subject: "looks like …". */
  readonly reason: string;
}

const FOUND_BY: ReadonlySet<string> = new Set(['userId', 'email', 'phone']);

/** @returns the suspicious identifiers of a user. Of custom ones, which may hold any text, those of which a character was lost */
export function suspicionsOf(user: object): readonly Suspicion[] {
  const found: Suspicion[] = [];
  for (const [identifier, value] of Object.entries(user) as [string, unknown][]) {
    if (typeof value !== 'string') continue;
    if (!FOUND_BY.has(identifier) && !value.includes(REPLACEMENT)) continue;
    const suspicion = suspicionOf(value);
    if (suspicion !== undefined) found.push({ identifier, reason: `looks like ${suspicion}` });
  }
  return found;
}
