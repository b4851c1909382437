/**
 * Whether an `If-None-Match` header names the tag of what would be sent (RFC 9110 §13.1.2):
 * compared weakly, as the caller only wants to know whether it has that already.
 *
 * @param etag with its quotes
 */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
