/** Headers by name in lower case. A header replaces an earlier header of the same name. */
export type Headers = Map<string, readonly [name: string, value: string]>;

export function setHeader(headers: Headers, name: string, value: string): void {
  headers.set(name.toLowerCase(), [name, value]);
}

export function toHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(headers.values());
}
