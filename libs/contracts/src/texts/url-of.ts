/**
 * Reads an address. `URL.canParse` is not asked: in Node 20 and 22 it says no to hosts such as `ü.example` once the code around it
 * is optimised, so two places that ask the same may get different answers.
 *
 * @returns undefined for what is no URL
 */
export function urlOf(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
