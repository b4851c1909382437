import { jsonOf } from '@lethe/contracts';
import { looksLikeCredential } from './secret-parts.js';

const SECRET_NAME = /pass|secret|token|key|credential/i;
/** Names of members in service accounts that match `SECRET_NAME` although they are not secret. */
const PUBLIC_NAME = /(type|ur[il]|id|name|expir\w*)$/i;
/** Matches an address with a password, and captures the password. */
const PASSWORD = /^[a-z][a-z\d+.-]*:\/\/[^/?#\s:@]*:([^/?#\s@]+)@/i;
/** Maximum number of nested JSON levels that are searched. */
const DEEPEST = 10;

/**
 * Returns the parts of a secret that are also secret, because code can extract and use them. These
 * parts are credentials in JSON, such as the key of a service account, and the password in an
 * address.
 */
export function credentialsInSecret(text: string): readonly string[] {
  const password = PASSWORD.exec(text)?.[1];
  if (password !== undefined) return [password, ...decoded(password)];
  const json = parsedObject(text);
  return json === undefined ? [] : secretsIn(json, '', 0);
}

/** @returns the parsed text; undefined if the text is not a JSON object or list */
export function parsedObject(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  return jsonOf(text) as object | undefined;
}

function secretsIn(value: unknown, name: string, depth: number): string[] {
  if (typeof value === 'string') {
    const isNamed = SECRET_NAME.test(name) && !PUBLIC_NAME.test(name);
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
    return []; // The password contains a percent sign that is not an escape.
  }
}
