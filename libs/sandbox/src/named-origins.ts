const DEFAULT_PORTS: ReadonlySet<string> = new Set(['', '443']);

/**
 * Whether texts, such as the code of a transformation, name where a URL leads: its origin, or for
 * https the host alone.
 *
 * @param url as `URL` takes it
 */
export function namesOrigin(texts: readonly string[], url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, protocol, hostname, port } = new URL(url);
  const names = [origin];
  if (protocol === 'https:' && DEFAULT_PORTS.has(port)) names.push(hostname);
  // A longer host that it ends, or begins, is another one.
  const pattern = new RegExp(
    names.map((name) => `(?<![\\w.-])${escaped(name)}(?![\\w:-]|\\.\\w)`).join('|'),
    'i',
  );
  return texts.some((text) => pattern.test(text));
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
