import { Buffer } from 'node:buffer';

/**
 * The ways a secret is written inside other text: as it is, as part of JSON text (once and twice
 * escaped), of a URL or a form, and of XML. Without repeats.
 */
export function writtenForms(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const uri = isWellFormed(secret) ? encodeURIComponent(secret) : secret;
  const form = new URLSearchParams({ '': secret }).toString().slice(1);
  const strict = uri.replace(/[!'()*]/g, hexEscape);
  const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    ...new Set([
      secret,
      json,
      json.replaceAll('/', '\\/'),
      ascii,
      JSON.stringify(json).slice(1, -1),
      ...[uri, form, strict].flatMap((text) => [text, text.replace(/%../g, lowerCase)]),
      xml,
      xml.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
      xml.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    ]),
  ];
}

const lowerCase = (text: string): string => text.toLowerCase();
const hexEscape = (text: string): string => `%${text.charCodeAt(0).toString(16).toUpperCase()}`;

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** Shorter pieces of base64 also occur by chance. */
const SHORTEST_CORE = 6;

/**
 * What base64 text contains for certain when a secret is in it at any place, such as after `user:`.
 * Three bytes make four characters, so there are three ways to fall; characters that also hold bits
 * of a neighbour are left out.
 */
export function base64Cores(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const cores = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const from = Math.ceil((before * 4) / 3);
    const to = Math.floor(((before + bytes.length) * 4) / 3);
    return text.slice(from, to);
  });
  return [
    ...new Set(
      cores
        .filter(({ length }) => length >= SHORTEST_CORE)
        .flatMap((core) => [
          core,
          core.replaceAll('+', '-').replaceAll('/', '_'),
          encodeURIComponent(core),
          core.replaceAll('/', '\\/'),
        ]),
    ),
  ];
}
