import { Buffer } from 'node:buffer';

/** What comes back to whoever made a request: an answer, a failed connection, or silence. */
export type CapturedAnswer = Response | 'none' | 'never';

/** Statuses whose answers may not have a body. */
const BODILESS = new Set([204, 205, 304]);

/**
 * @param status 0 when there was no answer
 * @param text body
 * @param contentType of the body
 */
export function toAnswer(status: number, text: string, contentType: string): CapturedAnswer {
  if (status < 200 || status > 599) return 'none';
  if (BODILESS.has(status)) return new Response(null, { status });
  // Without its length, the end of an answer is the end of its connection; some clients keep theirs.
  const headers = {
    'content-type': contentType,
    'content-length': String(Buffer.byteLength(text)),
  };
  return new Response(text, { status, headers });
}
