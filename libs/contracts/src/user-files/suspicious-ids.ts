import { knownIdentifier } from '../regulations/member-names.js';

const EMPTY_VALUES = new Set(['null', 'undefined', 'nan', '[object object]']);
/**
 * Matches errors of Excel and LibreOffice in several languages (`#NV`, `#WERT!`). Also matches
 * `###`, which a cell shows if it is too narrow for its number.
 */
const SPREADSHEET_ERROR =
  /^(?:#(?:N\/[AD]|NV|GETTING_DATA|[¡¿]?\p{L}[\p{L}\d/]*[!?]|#+)|Err:\d{3})$/iu;
/**
 * Matches a long number that a spreadsheet has shortened. `12e5` does not match, because it is
 * possibly a real id.
 */
const SHORTENED_NUMBER = /^[+-]?\d+(?:[.,]\d+)?E[+-]\d+$/i;
/**
 * Fast path for texts of plain characters with a digit. Without an `EXPONENT`, such a text is not
 * suspicious.
 */
const USUAL = /^[A-Za-z_.@+() -]*\d[\w.@+() -]*$/;
const EXPONENT = /E[+-]/i;
/** Character that replaces a lost character in a conversion. */
const REPLACEMENT = '\uFFFD';
const TEXT_FORMULA = /^=".*"$/s;

/**
 * Returns the reason why a text is probably not an identifier that a system issued. Imports, the
 * console and dry runs use this rule.
 *
 * @returns a text that completes "looks like …"; undefined if the text is not suspicious
 */
export function suspicionOf(text: string): string | undefined {
  if (USUAL.test(text) && !EXPONENT.test(text)) return undefined;
  const small = text.toLowerCase();
  if (EMPTY_VALUES.has(small)) return 'an empty value that a program wrote';
  if (SPREADSHEET_ERROR.test(text)) return 'a spreadsheet error';
  if (SHORTENED_NUMBER.test(text)) return 'a long number that a spreadsheet shortened';
  if (TEXT_FORMULA.test(text)) return 'a spreadsheet formula';
  if (knownIdentifier(text) !== undefined || small === 'id') return 'a column name';
  if (text.includes('\t')) return 'several cells: it contains a tab';
  if (text.includes(';')) return 'several cells: it contains a semicolon';
  if (/[\r\n]/.test(text)) return 'several lines: it contains a line break';
  if (text.includes(REPLACEMENT)) return 'a text that lost a character: it contains U+FFFD';
  return undefined;
}

/** A member of a user that `suspicionOf` finds suspicious. */
export interface Suspicion {
  readonly identifier: string;
  /** A sentence without a subject, such as "looks like a column name". */
  readonly reason: string;
}

const FOUND_BY: ReadonlySet<string> = new Set(['userId', 'email', 'phone']);

/**
 * @returns the suspicious identifiers of a user; a custom identifier can be any text, so it is
 *   suspicious only if it lost a character
 */
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
