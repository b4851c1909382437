const MAX_LENGTH = 64;

/** An id for error texts, cut to the length of a real one. */
export function showId(id: string): string {
  return id.length > MAX_LENGTH ? `"${id.slice(0, MAX_LENGTH)}…"` : `"${id}"`;
}
