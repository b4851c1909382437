import type { JsonObject } from '@lethe/contracts';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { maskSecret } from './mask-config.js';
import { maskText } from './mask-text.js';
import type { Search } from './search/search.js';
import { SecretSearch } from './search/secret-search.js';
import { ShapeSearch } from './search/shape-search.js';
import { newSearchBudget, type SearchBudget } from './search/search-budget.js';
import { secretValues } from './secret-values.js';

/** An answer nested deeper than this is not anything that a person reads. */
const DEEPEST = 500;

export interface MaskOptions {
  /** Texts may have lost their ends, and with them a part of a secret. */
  readonly isCut?: boolean;
  /** The steps that masking other values of the same answer has left, see `newSearchBudget`. */
  readonly steps?: SearchBudget;
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
  ...configs: readonly JsonObject[]
): Mask {
  return createMaskOf(secretValues(definition, configs));
}

/**
 * The same for secrets from several places. They must be hidden together: one mask after another leaves what is around
 * the shorter secret.
 *
 * @param secrets as `secretValues` gives them
 */
export function createMaskOf(secrets: readonly string[]): Mask {
  return maskerOf(new SecretSearch(secrets));
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
  return (value, { isCut = false, steps = newSearchBudget() } = {}) =>
    maskValue(value, '', hiding(search, isCut, steps), 0);
}

interface Hide {
  text(text: string): string;
  number(value: number): unknown;
}

function hiding(search: Search, isCut: boolean, steps: SearchBudget): Hide {
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

/** Whether a member is an `authorization` header. Elsewhere than among headers the word may mean anything, unless credentials follow it. */
function isAuthorization(name: string, member: unknown, parent: string): boolean {
  if (typeof member !== 'string' || !/^(proxy-)?authorization$/i.test(name)) return false;
  return /headers$/i.test(parent) || /^(basic|bearer|digest|token|[\w-]*key)\s/i.test(member);
}
