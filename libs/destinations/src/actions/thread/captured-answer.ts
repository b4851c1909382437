import { Buffer } from 'node:buffer';

/** What the code that made a request gets: an answer, a failed connection, or silence. */
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
  // An answer without a length ends with its connection, and some clients keep the connection open.
  const headers = {
    'content-type': contentType,
    'content-length': String(Buffer.byteLength(text)),
  };
  return new Response(text, { status, headers });
}
