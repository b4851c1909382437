import type { DestinationDefinition } from './destination-definition.js';
import { maskSecret } from './mask-config.js';
import {
  newSteps,
  SecretSearch,
  type Search,
  TooManyStepsError,
  type FoundSecret,
  type Steps,
} from './secret-search.js';
import { secretValues } from './secret-values.js';
import { ShapeSearch } from './shape-search.js';

type Config = Readonly<Record<string, unknown>>;

/** An answer nested deeper than this is not anything that a person reads. */
const DEEPEST = 500;

export interface MaskOptions {
  /** Texts may have lost their ends, and with them a part of a secret. */
  readonly isCut?: boolean;
  /** Those that masking the other values of the same answer has left, see `newSteps`. */
  readonly steps?: Steps;
}

/** A pure function from a JSON value to a masked copy; what lies deeper than 500 levels is left out. */
export type Mask = (value: unknown, options?: MaskOptions) => unknown;

/**
 * Makes a function that hides a destination's secrets wherever they appear in an answer: in texts, in
 * names of members and as numbers, in all the ways that `SecretSearch` knows. What remains is the first
 * two characters and `***`. Credentials of `authorization` headers, and of Basic in any text, are hidden
 * whole, known or not; so is the beginning of a secret where a text was cut, which `…` marks.
 *
 * @param definition of the destination's type; without one every text of the configurations is secret
 * @param configs all that may have been in effect: the stored one, and the one with overrides
 */
export function createSecretMasker(
  definition: DestinationDefinition | undefined,
  ...configs: readonly Config[]
): Mask {
  return maskerOf(new SecretSearch(secretValues(definition, configs)));
}

/**
 * Makes a function that hides all that could be one of the secrets: every text that has the shape of one
 * (the first two characters, and letters, digits and others at the same places). So what is hidden in
 * an answer that repeats what the caller sent tells nobody which of their guesses is right.
 *
 * @param secrets as `secretValues` gives them
 */
export function createShapeMasker(secrets: readonly string[]): Mask {
  return maskerOf(new ShapeSearch(secrets));
}

function maskerOf(search: Search): Mask {
  return (value, { isCut = false, steps = newSteps() } = {}) =>
    maskValue(value, '', hiding(search, isCut, steps), 0);
}

/**
 * Makes a function that tells whether a value, such as a request, has one of the secrets in it.
 *
 * @param secrets as `secretValues` gives them
 * @returns a function that also says so of a value when no steps are left to look at it
 */
export function createSecretFinder(
  secrets: readonly string[],
): (value: unknown, steps?: Steps) => boolean {
  return finderOf(new SecretSearch(secrets));
}

/** The same of what could be one of the secrets, as `createShapeMasker` has it. */
export function createShapeFinder(
  secrets: readonly string[],
): (value: unknown, steps?: Steps) => boolean {
  return finderOf(new ShapeSearch(secrets));
}

function finderOf(search: Search): (value: unknown, steps?: Steps) => boolean {
  const inText = (text: string, steps: Steps): boolean => {
    if (search.isSecret(text) || search.isSecret(text.trim())) return true;
    try {
      return (
        search.find(text, steps).length > 0 ||
        basicPairs(text).some(({ pair }) => pair.split(':').some((part) => inText(part, steps)))
      );
    } catch (error) {
      if (error instanceof TooManyStepsError) return true; // nobody knows
      throw error;
    }
  };
  const has = (value: unknown, steps: Steps): boolean => {
    if (typeof value === 'string') return inText(value, steps);
    if (typeof value === 'number') return search.isSecret(String(value));
    if (typeof value !== 'object' || value === null) return false;
    if (Array.isArray(value)) return value.some((element) => has(element, steps));
    return Object.entries(value).some(
      ([name, member]) => inText(name, steps) || has(member, steps),
    );
  };
  return (value, steps = newSteps()) => !search.isEmpty && has(value, steps);
}

interface Hide {
  text(text: string): string;
  number(value: number): unknown;
}

function hiding(search: Search, isCut: boolean, steps: Steps): Hide {
  return {
    text: (text) => maskText(text, search, isCut, steps),
    number: (value) => (search.isSecret(String(value)) ? maskSecret(String(value)) : value),
  };
}

function maskValue(value: unknown, parent: string, hide: Hide, depth: number): unknown {
  if (typeof value === 'string') return hide.text(value);
  if (typeof value === 'number') return hide.number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '[nested too deeply]';
  if (Array.isArray(value)) {
    return value.map((element) => maskValue(element, parent, hide, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      hide.text(name),
      isAuthorization(name, member, parent)
        ? maskSecret(member)
        : maskValue(member, name, hide, depth + 1),
    ]),
  );
}

/** Elsewhere than among headers the word may mean anything, unless credentials follow it. */
function isAuthorization(name: string, member: unknown, parent: string): boolean {
  if (typeof member !== 'string' || !/^(proxy-)?authorization$/i.test(name)) return false;
  return /headers$/i.test(parent) || /^(basic|bearer|digest|token|[\w-]*key)\s/i.test(member);
}

function maskText(text: string, search: Search, isCut: boolean, steps: Steps): string {
  if (search.isEmpty) return text;
  if (search.isSecret(text)) return String(maskSecret(text));
  try {
    return render(text, [...foundIn(text, search, isCut, steps), ...basicPairs(text)]);
  } catch (error) {
    if (error instanceof TooManyStepsError) return '***';
    throw error;
  }
}

/** Longer than any secret that people store, escaped. */
const LONGEST_TAIL = 4_000;
/** Texts of ours have fewer. */
const MOST_ENDS = 20;

/** What was cut says so with an ellipsis, not always at its end. */
function foundIn(
  text: string,
  search: Search,
  isCut: boolean,
  steps: Steps,
): readonly FoundSecret[] {
  const found = search.find(text, steps, isCut);
  let end = text.length;
  for (let ends = 0; ends < MOST_ENDS && end > 0; ends += 1) {
    end = text.lastIndexOf('…', end - 1);
    if (end === -1) break;
    const tail = Math.max(0, end - LONGEST_TAIL);
    for (const part of search.find(text.slice(tail, end), steps, true)) {
      found.push({ ...part, from: tail + part.from, to: tail + part.to });
    }
  }
  return found;
}

interface BasicPair extends FoundSecret {
  readonly pair: string;
}

/** `Basic` with what is a name and a password once it is decoded. */
function basicPairs(text: string): BasicPair[] {
  return [...text.matchAll(/\bbasic\s+([a-z0-9+/_-]{4,}={0,2})/gi)].flatMap((match) => {
    const [all, encoded = ''] = match;
    const pair = Buffer.from(encoded, 'base64').toString('utf8');
    const to = match.index + all.length;
    return pair.includes(':') ? [{ from: to - encoded.length, to, pair }] : [];
  });
}

/** Parts that overlap become one mask. */
function render(text: string, found: readonly FoundSecret[]): string {
  if (found.length === 0) return text;
  const inOrder = [...found].sort((a, b) => a.from - b.from || b.to - a.to);
  let shown = '';
  let end = 0;
  inOrder.forEach((part, index) => {
    if (part.from >= end || index === 0) {
      const hidden = part.secret ?? text.slice(part.from, part.to);
      shown += `${text.slice(end, part.from)}${String(maskSecret(hidden))}`;
    }
    end = Math.max(end, part.to);
  });
  return shown + text.slice(end);
}
