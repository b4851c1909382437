const MAX_LENGTH = 64;

/** Returns an id for error texts, shortened to the maximum length of a real id. */
export function showId(id: string): string {
  return id.length > MAX_LENGTH ? `"${id.slice(0, MAX_LENGTH)}…"` : `"${id}"`;
}
