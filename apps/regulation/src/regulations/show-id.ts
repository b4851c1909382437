const MAX_LENGTH = 64;

/** An id as error texts show it: no real one is longer, and a made-up one is cut. */
export function showId(id: string): string {
  return id.length > MAX_LENGTH ? `"${id.slice(0, MAX_LENGTH)}…"` : `"${id}"`;
}
