import { randomBytes, randomInt } from 'node:crypto';
import type { JsonObject } from '@lethe/contracts';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { changeConfig } from './mask-config.js';
import { parsedObject } from './credentials-in-secret.js';

/**
 * A configuration in which each secret is another of the same shape, made by chance: what is made of it
 * never held a secret, and no guess of a secret meets one. Letters become letters of the same case
 * (those of hexadecimal numbers of these), digits digits; the first two characters and what stands
 * between stay. A text that is JSON stays JSON; numbers stay numbers.
 *
 * @param definition of the destination's type; without one every text is secret
 * @param config as stored; not changed
 */
export function standInsFor(
  definition: DestinationDefinition | undefined,
  config: JsonObject,
): Record<string, unknown> {
  if (definition === undefined) return standIn(config) as Record<string, unknown>;
  const { fields } = definition.config;
  const made = changeConfig(definition, config, standIn);
  const chosen = Object.keys(made).filter((name) => fields[name]?.choices !== undefined);
  // A variable with a few choices holds no secret, and a stand-in would not be one of the choices.
  return { ...made, ...Object.fromEntries(chosen.map((name) => [name, config[name]])) };
}

function standIn(secret: unknown): unknown {
  if (typeof secret === 'string') return standInText(secret);
  if (typeof secret === 'number') return Number(String(secret).replace(/\d/g, anyDigit));
  if (Array.isArray(secret)) return secret.map(standIn);
  if (typeof secret !== 'object' || secret === null) return secret;
  return Object.fromEntries(
    Object.entries(secret).map(([name, member]) => [name, standIn(member)]),
  );
}

function standInText(text: string): string {
  const json = parsedObject(text);
  if (json !== undefined) return JSON.stringify(standIn(json));
  // `Bearer` says what comes, and is shown as it is in every message about it.
  const [scheme = ''] = /^(?:[A-Za-z][\w-]*\s+(?=\S{4,}$))?/.exec(text) ?? [];
  const secret = text.slice(scheme.length);
  const [first = '', second = ''] = secret; // characters, not halves of one
  const shown = first + second;
  const rest = secret.slice(shown.length);
  const made = replaced(rest, /^[\da-f-]*$/i.test(secret) ? HEXADECIMAL : ALPHABET);
  const isSame = rest !== '' && made === rest && !/[a-z\d]/i.test(rest);
  return scheme + shown + (isSame ? Array.from(rest, anyLetter).join('') : made);
}

/** What stands in for letters: those of hexadecimal numbers for themselves. */
const HEXADECIMAL = 'abcdef';
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';
const OTHERS = 'àáâãäåçèéêëìíîï';

/** @returns a text of the same shape. Its random bytes come from one call, as a configuration may hold 256 KiB of secrets. */
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
    else made += code < 128 ? character : OTHERS.charAt(any % OTHERS.length);
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
