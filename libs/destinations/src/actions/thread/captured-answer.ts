import { Buffer } from 'node:buffer';

/**
 * Result for the code that made a request. With `none`, the connection fails. With `never`, the
 * code waits for ever.
 */
export type CapturedAnswer = Response | 'none' | 'never';

/** Statuses of answers without a body. */
const BODILESS = new Set([204, 205, 304]);

/**
 * Returns the answer for the code that made a request.
 *
 * @param status 0 if there was no answer
 * @param text body
 * @param contentType type of the body
 */
export function toAnswer(status: number, text: string, contentType: string): CapturedAnswer {
  if (status < 200 || status > 599) return 'none';
  if (BODILESS.has(status)) return new Response(null, { status });
  // Without a length, the answer would end when its connection closes. Some clients keep the
  // connection open.
  const headers = {
    'content-type': contentType,
    'content-length': String(Buffer.byteLength(text)),
  };
  return new Response(text, { status, headers });
}
