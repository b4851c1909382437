type Change = (secret: unknown) => unknown;

/**
 * Changes what is secret of a value at one of a definition's `secretKeys`. Most values are secret as a
 * whole; by the last name of the key,
 *
 * - of an address (`webhookUrl`, `endpoint`) only what may be a credential: a password, values of the
 *   query, and parts of the path that are no plain words; all of one that is not written as `https://…`
 *   and more than a host;
 * - of a mapping's `from`, constants: a JSONPath leads to the event, and is none;
 * - of a preset's `mapping`, constants that look like a credential, at any depth.
 *
 * @param key as in `secretKeys`: `headers.to`
 * @param change gets a text or, as a whole, what is no text where one should be
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

/** Whether there is anything secret in a value at one of the `secretKeys`. */
export function holdsSecret(key: string, value: unknown): boolean {
  let holds = false;
  changeSecrets(key, value, (secret) => {
    holds ||= !isNothing(secret);
    return secret;
  });
  return holds;
}

/** An empty value: nothing to hide. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function isJsonPath(text: string): boolean {
  return /^\$([.[]|$)/.test(text);
}

/** A constant in a mapping may stand in quotes: these stay. */
function changeConstant(text: string, change: Change): unknown {
  const quoted = /^(['"])(.+)\1$/s.exec(text);
  const [, quote = '', inner = ''] = quoted ?? [];
  return quoted === null ? change(text) : `${quote}${asText(change(inner))}${quote}`;
}

/** Scheme, userinfo, host, path, query, fragment. */
const ADDRESS = /^(https?:\/\/)(?:([^/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;
/** Hosts whose paths are credentials, whatever they look like, but for the first part of the path. */
const HOOKS = /(^|\.)(discord|ifttt|make|office|slack|zapier)\.com(:\d+)?$/i;
const WORD = /^([a-z]{1,16}|[A-Z][a-z]{1,15}|[a-z]{2,16}([A-Z][a-z]{2,15}){1,3}|v\d+|\d{1,10})$/;

function changeAddress(text: string, change: Change): unknown {
  const parts = ADDRESS.exec(text);
  if (parts === null) {
    const isMore = /[@?\\]|^\s/.test(text) || looksLikeCredential(text);
    return isMore ? change(text) : text;
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
  // A secret that nobody could open is no mapping.
  if ('toJSON' in value) return change(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === '@path' ? member : changeConstants(member, change),
    ]),
  );
}

/** Long, without blanks, and of letters and digits: no word, date, number or path into the event. */
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
