import { urlOf } from '@lethe/contracts';
const DEFAULT_PORTS: ReadonlySet<string> = new Set(['', '443']);

/** `event.id` is a property of an event, and could be a host: a host stands in quotes, or in a URL. */
const BEFORE_HOST = /(?<=^|["'`@]|:(?:\\?\/){2})/.source;
const AFTER_HOST = /(?=["'`/?#\\]|$)/.source;

/**
 * Whether texts, such as the code of a transformation, name where a URL leads: its origin, or for
 * https the host alone, in quotes, in a URL or as the whole text.
 *
 * @param url as `URL` takes it
 */
export function namesOrigin(texts: readonly string[], url: string): boolean {
  const parsed = urlOf(url);
  if (parsed === undefined) return false;
  const { origin, protocol, hostname, port } = parsed;
  // A longer host that it ends, or begins, is another one.
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
