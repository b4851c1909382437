type Change = (secret: unknown) => unknown;

/**
 * Changes the secret parts of a value at one of a definition's `secretKeys`. Usually the whole
 * value is secret. There are three exceptions, which depend on the last name of the key:
 *
 * - In an address (`webhookUrl`, `endpoint`), only possible credentials are secret. These are the
 *   user name and the password, values of the query, the fragment, and parts of the path that are
 *   not plain words. An address that does not begin with `http://` or `https://` is completely
 *   secret if it can contain a credential.
 * - In `from` of a mapping, constants are secret. A JSONPath, which refers to the event, is not
 *   secret.
 * - In `mapping` of a preset, constants that look like a credential are secret, at any depth.
 *
 * @param key path in the form of `secretKeys`, such as `headers.to`
 * @param change called with each secret text, and with each secret value that is not a text
 */
export function changeSecrets(key: string, value: unknown, change: Change): unknown {
  if (isNothing(value)) return value;
  const name = key.slice(key.lastIndexOf('.') + 1);
  if (name === 'mapping') return changeConstants(value, change);
  if (typeof value !== 'string') return change(value);
  if (/(url|uri|endpoint)$/i.test(name)) return changeAddress(value, change);
  if (name === 'from') return isJsonPath(value) ? value : changeConstant(value, change);
  return change(value);
}

/** Returns whether a value at one of the `secretKeys` contains a secret. */
export function holdsSecret(key: string, value: unknown): boolean {
  let holds = false;
  changeSecrets(key, value, (secret) => {
    holds ||= !isNothing(secret);
    return secret;
  });
  return holds;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isJsonPath(text: string): boolean {
  return /^\$([.[]|$)/.test(text);
}

/** Changes a constant of a mapping, and keeps the quotes around the constant. */
function changeConstant(text: string, change: Change): unknown {
  const quoted = /^(['"])(.+)\1$/s.exec(text);
  const [, quote = '', inner = ''] = quoted ?? [];
  return quoted === null ? change(text) : `${quote}${asText(change(inner))}${quote}`;
}

/** Captures scheme, userinfo, host, path, query and fragment. */
const ADDRESS = /^(https?:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;
/** Hosts of webhooks. After its first segment, the path of such a URL is a credential. */
const HOOKS = /(^|\.)(discord|ifttt|make|office|slack|zapier)\.com(:\d+)?$/i;
const WORD = /^([a-z]{1,16}|[A-Z][a-z]{1,15}|[a-z]{2,16}([A-Z][a-z]{2,15}){1,3}|v\d+|\d{1,10})$/;

function changeAddress(text: string, change: Change): unknown {
  const parts = ADDRESS.exec(text);
  if (parts === null) {
    const mayBeSecret = /[@?\\]|^\s/.test(text) || looksLikeCredential(text);
    return mayBeSecret ? change(text) : text;
  }
  const [, scheme = '', userinfo, host = '', path = '', query, fragment] = parts;
  const hidden = (part: string): string => (part === '' ? '' : asText(change(part)));
  const segments = path.split('/').map((segment, index) => {
    const isShown = HOOKS.test(host) ? index <= 1 : segment.split(/[-_.]/).every(isWord);
    return isShown ? segment : hidden(segment);
  });
  const pairs = query?.split('&').map((pair) => {
    const at = pair.indexOf('=') + 1;
    return pair.slice(0, at) + hidden(pair.slice(at));
  });
  return (
    scheme +
    (userinfo === undefined ? '' : `${userinfo.split(':').map(hidden).join(':')}@`) +
    host +
    segments.join('/') +
    (pairs === undefined ? '' : `?${pairs.join('&')}`) +
    (fragment === undefined ? '' : `#${hidden(fragment)}`)
  );
}

function isWord(text: string): boolean {
  return text === '' || WORD.test(text);
}

function changeConstants(value: unknown, change: Change): unknown {
  if (typeof value === 'string') return looksLikeCredential(value) ? change(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => changeConstants(element, change));
  // Only a secret that could not be decrypted has `toJSON`.
  if ('toJSON' in value) return change(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === '@path' ? member : changeConstants(member, change),
    ]),
  );
}

/**
 * Returns whether a text can contain a credential. A credential is a long text without blanks that
 * is not a word, a date, a number or a path into the event.
 */
export function looksLikeCredential(text: string): boolean {
  if (/:\/\/[^/?#\s]*@/.test(text)) return true; // an address with a password
  return text
    .split(/[\s{}"'=&?]+/)
    .some((part) => /^[\w.~+/:-]{12,}$/.test(part) && !isOrdinary(part));
}

const ORDINARY = /^([a-z]{0,20}|[A-Z]{0,20}|\d{0,6}|v\d+|[A-Z]?[a-z]+([A-Z][a-z]+)*)$/;

function isOrdinary(text: string): boolean {
  if (/^\d{4}-\d\d-\d\d/.test(text)) return true;
  const [, , , , path = text] = ADDRESS.exec(text) ?? [];
  return path.split(/[-_.:/~+]+/).every((part) => ORDINARY.test(part));
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '***';
}
