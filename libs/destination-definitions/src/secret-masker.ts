import type { DestinationDefinition } from './destination-definition.js';
import { maskSecret } from './mask-config.js';
import { base64Cores, writtenForms } from './secret-forms.js';
import { secretValues } from './secret-values.js';

type Config = Readonly<Record<string, unknown>>;

/** A text this short is masked where it is all there is: `a` or `on` occur in everything. */
const WHOLE_BELOW = 4;
/** A text this short is masked as a word of its own: `true` and `test` are part of other words. */
const WORD_BELOW = 8;
/** An answer nested deeper than this is not anything that a person reads. */
const DEEPEST = 500;

/**
 * Makes a function that hides a destination's secrets wherever they appear in an answer: in texts and
 * in names of members, as they are, inside JSON text, URLs, forms, XML, and base64 (alone or as part
 * of `user:password`). What remains is the first two characters and `***`. Credentials of
 * `authorization` headers are hidden whole, known or not.
 *
 * @param definition of the destination's type; without one every text of the configurations is secret
 * @param configs all that may have been in effect: the stored one, and the one with overrides
 * @returns a pure function from a JSON value to a masked copy; what lies deeper than 500 levels is
 *   left out. About 20 ms for a megabyte
 */
export function createSecretMasker(
  definition: DestinationDefinition | undefined,
  ...configs: readonly Config[]
): (value: unknown) => unknown {
  const maskText = createTextMasker(secretValues(definition, configs));
  return (value) => maskValue(value, '', maskText, 0);
}

type MaskText = (text: string) => string;

function maskValue(value: unknown, parent: string, maskText: MaskText, depth: number): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return '[nested too deeply]';
  if (Array.isArray(value)) {
    return value.map((element) => maskValue(element, parent, maskText, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      maskText(name),
      isAuthorization(name, member, parent)
        ? maskSecret(member)
        : maskValue(member, name, maskText, depth + 1),
    ]),
  );
}

/** Elsewhere than among headers the word may mean anything, unless credentials follow it. */
function isAuthorization(name: string, member: unknown, parent: string): boolean {
  if (typeof member !== 'string' || !/^(proxy-)?authorization$/i.test(name)) return false;
  return /headers$/i.test(parent) || /^(basic|bearer|digest|token|[\w-]*key)\s/i.test(member);
}

function createTextMasker(secrets: readonly string[]): MaskText {
  if (secrets.length === 0) return (text) => text;
  const masks = new Map<string, string>();
  const patterns: string[] = [];
  const cores = new Set<string>();
  for (const secret of secrets) {
    const mask = String(maskSecret(secret));
    for (const form of writtenForms(secret)) {
      if (!masks.has(form)) patterns.push(form);
      masks.set(form, mask);
    }
    for (const core of base64Cores(secret)) cores.add(core);
  }
  const written = alternation(patterns.filter(({ length }) => length >= WHOLE_BELOW));
  const encoded = alternation([...cores]);
  return (text) => {
    const whole = masks.get(text);
    if (whole !== undefined) return whole;
    const plain =
      written === undefined
        ? text
        : text.replace(written, (form) => masks.get(form) ?? (maskSecret(form) as string));
    return encoded === undefined ? plain : maskBase64(plain, encoded);
  };
}

/** One pattern for all: longest first, so that no secret hides the end of a longer one. */
function alternation(texts: readonly string[]): RegExp | undefined {
  if (texts.length === 0) return undefined;
  const sorted = [...texts].sort((a, b) => b.length - a.length);
  return new RegExp(sorted.map(pattern).join('|'), 'g');
}

function pattern(text: string): string {
  const escaped = text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  return text.length < WORD_BELOW ? `(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])` : escaped;
}

/** The whole run is hidden, so that no characters at its ends give away a few bits. */
function maskBase64(text: string, cores: RegExp): string {
  let masked = '';
  let from = 0;
  for (const match of text.matchAll(cores)) {
    if (match.index < from) continue;
    let start = match.index;
    let end = start + match[0].length;
    while (start > from && isBase64(text, start - 1)) start -= 1;
    while (end < text.length && isBase64(text, end)) end += 1;
    masked += `${text.slice(from, start)}${String(maskSecret(text.slice(start, end)))}`;
    from = end;
  }
  return from === 0 ? text : masked + text.slice(from);
}

function isBase64(text: string, index: number): boolean {
  return /[A-Za-z0-9+/=_%-]/.test(text.charAt(index));
}
