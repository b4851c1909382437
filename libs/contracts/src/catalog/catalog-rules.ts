import { nestsDeeperThan } from '../bounds/nesting-depth.js';
import { FIXED_LIMITS } from '../limits.js';

// Rules for what the catalog holds, the same for bodies of the API and for the workspace file. Each text
// completes a sentence that begins with the path of the value.

/** Ids of workspaces, namespaces, sources, destinations, connections, transformations and libraries. */
export const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
export const ID_PROBLEM = 'must be 1 to 64 letters, digits, "_" or "-"';

/** A name that people read holds at least one of these. */
export const LABEL_PATTERN = /\S/;
export const EMPTY_LABEL_PROBLEM = 'must not be empty';
export const LONG_LABEL_PROBLEM = `must not be longer than ${FIXED_LIMITS.labelLength} characters`;

/** Controls, line breaks, and what changes the direction of the text around it: a name with these can show as another one. */
const NOT_IN_NAMES =
  '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';
const UNSHOWABLE = new RegExp(`[${NOT_IN_NAMES}]`);
/** A name as callers may choose one: `LABEL_PATTERN`, and `nameProblem` finds nothing. */
export const NAME_PATTERN = new RegExp(`^(?![\\s\\S]*[${NOT_IN_NAMES}])[\\s\\S]*\\S`);
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/** @returns what is wrong with the characters of a new name. Names that are stored already are not held against it */
export function nameProblem(name: string): string | undefined {
  return UNSHOWABLE.test(name)
    ? 'must not contain control characters, line breaks or characters that change the direction of text'
    : undefined;
}

/** @returns the same for names by which people recognise credentials */
export function secretNameProblem(name: string): string | undefined {
  const isInvisible = INVISIBLE.test(name);
  return nameProblem(name) ?? (isInvisible ? 'must not contain invisible characters' : undefined);
}

/** Without blanks and colons: it is the user name of Basic credentials. */
export const EMAIL_PATTERN = /^[^\s:@]+@[^\s:@]+$/;
export const EMAIL_LENGTH = 254;
export const EMAIL_PROBLEM = 'must be an e-mail address';
export const LONG_EMAIL_PROBLEM = `must have at most ${EMAIL_LENGTH} characters`;

/** @returns what is wrong with the size of a transformation's or library's code, if anything */
export function codeProblem(code: string): string | undefined {
  return sizeProblem(code, FIXED_LIMITS.codeBytes, 'bytes in UTF-8');
}

/** @returns what is wrong with the size of a source's or destination's configuration or of a list in it, if anything */
export function configProblem(config: object): string | undefined {
  // The configuration is a member of a body, so it is one level deep already.
  const levels = FIXED_LIMITS.jsonDepth - 1;
  if (nestsDeeperThan(config, levels)) return `must not nest deeper than ${levels} levels`;
  if (hasLongList(config)) {
    return `must not have a list of more than ${FIXED_LIMITS.configListElements} elements`;
  }
  return sizeProblem(JSON.stringify(config), FIXED_LIMITS.configBytes, 'bytes as JSON');
}

/** @param value does not nest too deep */
function hasLongList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value) && value.length > FIXED_LIMITS.configListElements) return true;
  return Object.values(value).some(hasLongList);
}

function sizeProblem(text: string, limit: number, unit: string): string | undefined {
  return Buffer.byteLength(text) > limit ? `must not be longer than ${limit} ${unit}` : undefined;
}
