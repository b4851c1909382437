import { urlOf } from '@lethe/contracts';
const DEFAULT_PORTS: ReadonlySet<string> = new Set(['', '443']);

/** A host must be in quotes or in a URL, because code such as `event.id` also looks like a host. */
const BEFORE_HOST = /(?<=^|["'`@]|:(?:\\?\/){2})/.source;
const AFTER_HOST = /(?=["'`/?#\\]|$)/.source;

/**
 * Returns whether texts, such as the code of a transformation, contain the origin of a URL. For
 * https, the host is enough if it is in quotes, in a URL, or the whole text.
 *
 * @param url URL; the result is false for an invalid URL
 */
export function namesOrigin(texts: readonly string[], url: string): boolean {
  const parsed = urlOf(url);
  if (parsed === undefined) return false;
  const { origin, protocol, hostname, port } = parsed;
  // The pattern must not match if the origin is a part of a longer host.
  const names = [`(?<![\\w.-])${escaped(origin)}(?![\\w:-]|\\.\\w)`];
  if (protocol === 'https:' && DEFAULT_PORTS.has(port)) {
    names.push(BEFORE_HOST + escaped(hostname) + AFTER_HOST);
  }
  const pattern = new RegExp(names.join('|'), 'i');
  return texts.some((text) => pattern.test(text));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
