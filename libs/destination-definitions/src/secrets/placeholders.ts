import { randomBytes, randomInt } from 'node:crypto';
import type { JsonObject } from '@lethe/contracts';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { changeConfig } from './mask-config.js';
import { parsedObject } from './credentials-in-secret.js';

/**
 * Returns a configuration in which random placeholders replace the secrets. A test with this
 * configuration cannot reveal a secret, and cannot confirm a guess.
 *
 * A placeholder has the shape of its secret. Letters become letters of the same case, and digits
 * become digits. Hexadecimal texts stay hexadecimal, JSON stays JSON, and numbers stay numbers. The
 * first two characters and all separators do not change.
 *
 * @param definition definition of the destination's type; if undefined, all texts are secret
 * @param config stored configuration, which is not changed
 */
export function placeholdersFor(
  definition: DestinationDefinition | undefined,
  config: JsonObject,
): Record<string, unknown> {
  if (definition === undefined) return placeholder(config) as Record<string, unknown>;
  const { fields } = definition.config;
  const made = changeConfig(definition, config, placeholder);
  const chosen = Object.keys(made).filter((name) => fields[name]?.choices !== undefined);
  // Variables with choices are not secret. A placeholder would not be a valid choice.
  return { ...made, ...Object.fromEntries(chosen.map((name) => [name, config[name]])) };
}

function placeholder(secret: unknown): unknown {
  if (typeof secret === 'string') return placeholderText(secret);
  if (typeof secret === 'number') return Number(String(secret).replace(/\d/g, anyDigit));
  if (Array.isArray(secret)) return secret.map(placeholder);
  if (typeof secret !== 'object' || secret === null) return secret;
  return Object.fromEntries(
    Object.entries(secret).map(([name, member]) => [name, placeholder(member)]),
  );
}

function placeholderText(text: string): string {
  const json = parsedObject(text);
  if (json !== undefined) return JSON.stringify(placeholder(json));
  // A scheme such as `Bearer` does not change, because it is not secret and messages show it.
  const [scheme = ''] = /^(?:[A-Za-z][\w-]*\s+(?=\S{4,}$))?/.exec(text) ?? [];
  const secret = text.slice(scheme.length);
  const [first = '', second = ''] = secret; // characters, not code units
  const shown = first + second;
  const rest = secret.slice(shown.length);
  const made = replaced(rest, /^[\da-f-]*$/i.test(secret) ? HEXADECIMAL : ALPHABET);
  const isSame = rest !== '' && made === rest && !/[a-z\d]/i.test(rest);
  return scheme + shown + (isSame ? Array.from(rest, anyLetter).join('') : made);
}

/** Letters in placeholders of hexadecimal secrets. */
const HEXADECIMAL = 'abcdef';
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
/** Characters in placeholders that replace characters outside ASCII. */
const NON_ASCII = 'àáâãäåçèéêëìíîï';

/**
 * Returns a random text of the same shape. All random bytes come from one call, because a
 * configuration can have 256 KiB of secrets.
 */
function replaced(text: string, letters: string): string {
  const random = randomBytes(text.length);
  const capitals = letters.toUpperCase();
  let made = '';
  let at = 0;
  for (const character of text) {
    const [code, any] = [character.charCodeAt(0), random[at++] ?? 0];
    if (code >= DIGIT_0 && code <= DIGIT_9) made += String(any % 10);
    else if (code >= SMALL_A && code <= SMALL_Z) made += letters.charAt(any % letters.length);
    else if (code >= CAPITAL_A && code <= CAPITAL_Z) made += capitals.charAt(any % letters.length);
    else made += code < 128 ? character : NON_ASCII.charAt(any % NON_ASCII.length);
  }
  return made;
}

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const CAPITAL_A = 0x41;
const CAPITAL_Z = 0x5a;
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;
const anyDigit = (): string => String(randomInt(10));
const anyLetter = (): string => ALPHABET.charAt(randomInt(ALPHABET.length));
