/**
 * Parses a URL. Does not use `URL.canParse`, which has a defect in Node 20 and 22. It rejects hosts
 * such as `ü.example` as soon as V8 has optimised the calling code. Two callers could then get
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
