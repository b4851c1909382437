/**
 * Parses a URL. It does not use `URL.canParse`, because in Node 20 and 22 that function rejects
 * hosts such as `ü.example` after the calling code is optimised. Two callers could then get
 * different answers.
 *
 * @returns the URL; undefined if the text is not a URL
 */
export function urlOf(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
