import type { JsonObject } from '@lethe/contracts';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { maskSecret } from './mask-config.js';
import { maskText } from './mask-text.js';
import type { Search } from './search/search.js';
import { SecretSearch } from './search/secret-search.js';
import { ShapeSearch } from './search/shape-search.js';
import { newSearchBudget, type SearchBudget } from './search/search-budget.js';
import { secretValues } from './secret-values.js';

/** Maximum number of nested levels in a masked answer. No useful answer has more. */
const DEEPEST = 500;

export interface MaskOptions {
  /** Whether the end of each text is possibly a cut secret. */
  readonly isCut?: boolean;
  /** Remaining search budget, which all values of one answer share; see `newSearchBudget`. */
  readonly steps?: SearchBudget;
}

/** Returns a masked copy of a JSON value. Replaces values that are nested in 500 or more levels. */
export type Mask = (value: unknown, options?: MaskOptions) => unknown;

/**
 * Returns a function that masks a destination's secrets in an answer. It masks secrets in texts,
 * names of members and numbers, in all forms that `SecretSearch` finds. It also masks all
 * `authorization` headers, all Basic credentials, and the start of a secret before `…`.
 *
 * @param definition definition of the destination's type; if undefined, all texts of the
 *   configurations are secret
 * @param configs all configurations that can apply: the stored configuration, and the configuration
 *   with overrides
 */
export function createSecretMasker(
  definition: DestinationDefinition | undefined,
  ...configs: readonly JsonObject[]
): Mask {
  return createMaskOf(secretValues(definition, configs));
}

/**
 * Returns a masker for all given secrets. If each source of secrets had a separate masker, a mask
 * could hide only a part of a longer secret.
 *
 * @param secrets secrets that `secretValues` returned
 */
export function createMaskOf(secrets: readonly string[]): Mask {
  return maskerOf(new SecretSearch(secrets));
}

/**
 * Returns a function that masks every text with the shape of a secret. Such a text has the same
 * first two characters, and letters, digits and other characters at the same positions. So an
 * answer that repeats the caller's input does not reveal whether the caller guessed a secret.
 *
 * @param secrets secrets that `secretValues` returned
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
    number: (value) =>
      !search.isEmpty && search.isSecret(String(value)) ? maskSecret(String(value)) : value,
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
  const masked: Record<string, unknown> = { ...value };
  const names = Object.keys(masked);
  // `masked` has all names already, so no assignment reaches the setter of `__proto__`.
  const shown = names.map((name) => {
    const text = hide.text(name);
    const member = masked[name];
    masked[name] = isAuthorization(name, member, parent)
      ? maskSecret(member)
      : maskValue(member, name, hide, depth + 1);
    return text;
  });
  // Names seldom contain a secret, and `Object.fromEntries` takes most of the time.
  if (shown.every((text, at) => text === names[at])) return masked;
  return Object.fromEntries(names.map((name, at) => [shown[at], masked[name]]));
}

/**
 * Returns whether a member is an `authorization` header. Outside of headers, the value must begin
 * with a scheme, because the word `authorization` can have other meanings.
 */
function isAuthorization(name: string, member: unknown, parent: string): boolean {
  if (typeof member !== 'string' || !/^(proxy-)?authorization$/i.test(name)) return false;
  return /headers$/i.test(parent) || /^(basic|bearer|digest|token|[\w-]*key)\s/i.test(member);
}
