import { nestsDeeperThan } from '../bounds/nesting-depth.js';
import { FIXED_LIMITS } from '../limits.js';

// Rules of the catalog for request bodies and the workspace file. Each text completes a sentence
// that begins with the path of the value.

/** Pattern of all ids in the catalog, including the ids of workspaces and namespaces. */
export const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
export const ID_PROBLEM = 'must be 1 to 64 letters, digits, "_" or "-"';

/** A display name has at least one character that is not a blank. */
export const LABEL_PATTERN = /\S/;
export const EMPTY_LABEL_PROBLEM = 'must not be empty';
export const LONG_LABEL_PROBLEM = `must not be longer than ${FIXED_LIMITS.labelLength} characters`;

/**
 * Control characters, line breaks, and characters that change the direction of text. Names must not
 * contain them, because they can make a name look like another name.
 */
const NOT_IN_NAMES =
  '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
const UNSHOWABLE = new RegExp(`[${NOT_IN_NAMES}]`);
/** Pattern of a new name. It combines the rules of `LABEL_PATTERN` and `nameProblem`. */
export const NAME_PATTERN = new RegExp(`^(?![\\s\\S]*[${NOT_IN_NAMES}])[\\s\\S]*\\S`);
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * @returns the problem with the characters of a new name, if any; stored names are not checked
 * again
 */
export function nameProblem(name: string): string | undefined {
  return UNSHOWABLE.test(name)
    ? 'must not contain control characters, line breaks or characters that change the direction of text'
    : undefined;
}

/**
 * @returns the problem with the name of a token or data plane, if any; people must recognise each
 * secret by its name
 */
export function secretNameProblem(name: string): string | undefined {
  const isInvisible = INVISIBLE.test(name);
  return nameProblem(name) ?? (isInvisible ? 'must not contain invisible characters' : undefined);
}

/**
 * Pattern of an e-mail address. Blanks and colons are not allowed, because the address is the user
 * name of Basic credentials.
 */
export const EMAIL_PATTERN = /^[^\s:@]+@[^\s:@]+$/;
export const EMAIL_LENGTH = 254;
export const EMAIL_PROBLEM = 'must be an e-mail address';
export const LONG_EMAIL_PROBLEM = `must have at most ${EMAIL_LENGTH} characters`;

/** @returns the problem with the size of the code, if any */
export function codeProblem(code: string): string | undefined {
  return sizeProblem(code, FIXED_LIMITS.codeBytes, 'bytes in UTF-8');
}

/**
 * @returns the problem with the size or depth of a configuration, or with the length of one of its
 * lists, if any
 */
export function configProblem(config: object): string | undefined {
  // The body around the configuration takes one level.
  const levels = FIXED_LIMITS.jsonDepth - 1;
  if (nestsDeeperThan(config, levels)) return `must not nest deeper than ${levels} levels`;
  if (hasLongList(config)) {
    return `must not have a list of more than ${FIXED_LIMITS.configListElements} elements`;
  }
  return sizeProblem(JSON.stringify(config), FIXED_LIMITS.configBytes, 'bytes as JSON');
}

/** @param value a value whose depth was already checked */
function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) && value.length > FIXED_LIMITS.configListElements) return true;
  return Object.values(value).some(hasLongList);
}

function sizeProblem(text: string, limit: number, unit: string): string | undefined {
  return Buffer.byteLength(text) > limit ? `must not be longer than ${limit} ${unit}` : undefined;
}
