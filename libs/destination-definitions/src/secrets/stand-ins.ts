import { randomInt } from 'node:crypto';
import type { DestinationDefinition } from '../definition/destination-definition.js';
import { changeConfig } from './mask-config.js';
import { parsedObject } from './parts-of-secret.js';
import { SHOWN } from './search/secret-shape.js';

type Config = Readonly<Record<string, unknown>>;

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
  config: Config,
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
  const characters = Array.from(text.slice(scheme.length));
  const isHex = /^[\da-f-]*$/i.test(characters.join(''));
  const made = characters.map((character, index) =>
    index < SHOWN ? character : standInCharacter(character, isHex),
  );
  const isSame = characters.length > SHOWN && made.join('') === characters.join('');
  return (
    scheme +
    (isSame && !/[a-z\d]/i.test(characters.slice(SHOWN).join(''))
      ? characters.slice(0, SHOWN).concat(characters.slice(SHOWN).map(anyLetter))
      : made
    ).join('')
  );
}

function standInCharacter(character: string, isHex: boolean): string {
  const code = character.charCodeAt(0);
  if (code >= DIGIT_0 && code <= DIGIT_9) return anyDigit();
  if (code >= SMALL_A && code <= SMALL_Z) return anyOf(isHex ? 'abcdef' : LETTERS);
  if (code >= CAPITAL_A && code <= CAPITAL_Z) return anyOf(isHex ? 'ABCDEF' : CAPITALS);
  return code < 128 ? character : anyOf('àáâãäåçèéêëìíîï');
}

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const CAPITAL_A = 0x41;
const CAPITAL_Z = 0x5a;
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CAPITALS = LETTERS.toUpperCase();
const anyDigit = (): string => String(randomInt(10));
const anyLetter = (): string => anyOf(LETTERS);

function anyOf(characters: string): string {
  return characters.charAt(randomInt(characters.length));
}
