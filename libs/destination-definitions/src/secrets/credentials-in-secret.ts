import { jsonOf } from '@lethe/contracts';
import { looksLikeCredential } from './secret-parts.js';

/** A service account has also names, addresses and a type, which are in everything. */
const SECRET_NAME = /pass|secret|token|key|credential/i;
const OTHER_NAME = /(type|ur[il]|id|name|expir\w*)$/i;
/** The password of an address of any scheme. */
const PASSWORD = /^[a-z][a-z\d+.-]*:\/\/[^/?#\s:@]*:([^/?#\s@]+)@/i;
/** Levels of JSON that are looked through; nobody stores deeper secrets. */
const DEEPEST = 10;

/**
 * The parts of a secret that code may take out of it, and that are secrets by themselves: credentials in
 * JSON, such as a service account's key, and the password in an address.
 */
export function credentialsInSecret(text: string): readonly string[] {
  const password = PASSWORD.exec(text)?.[1];
  if (password !== undefined) return [password, ...decoded(password)];
  const json = parsedObject(text);
  return json === undefined ? [] : secretsIn(json, '', 0);
}

/** @returns undefined for what is no JSON, or no more than a text */
export function parsedObject(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  return jsonOf(text) as object | undefined;
}

function secretsIn(value: unknown, name: string, depth: number): string[] {
  if (typeof value === 'string') {
    const isNamed = SECRET_NAME.test(name) && !OTHER_NAME.test(name);
    const isSecret = isNamed || PASSWORD.test(value) || looksLikeCredential(value);
    return isSecret ? [value, ...partsOfAddress(value)] : [];
  }
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return [];
  return Object.entries(value).flatMap(([inner, member]) =>
    secretsIn(member, Array.isArray(value) ? name : inner, depth + 1),
  );
}

function partsOfAddress(text: string): readonly string[] {
  return PASSWORD.test(text) ? credentialsInSecret(text) : [];
}

function decoded(password: string): string[] {
  try {
    const plain = decodeURIComponent(password);
    return plain === password ? [] : [plain];
  } catch {
    return []; // a percent sign that is one
  }
}
