import type { CustomFetch } from 'openid-client';

/** Maximum bytes of a decompressed answer of the provider. Usual answers have a few kilobytes. */
const MAX_BYTES = 1024 * 1024;
const WITHOUT_BODY = [101, 204, 205, 304];

/**
 * Fetches an answer of at most 1 MiB from the identity provider. Redirects are not followed, as
 * `openid-client` requires.
 */
export const boundedFetch: CustomFetch = async (url, options) => {
  const answer = await fetch(url, options);
  const { status, statusText, headers } = answer;
  if (WITHOUT_BODY.includes(status)) return answer;
  return new Response(await readBody(answer), { status, statusText, headers });
};

async function readBody(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES)
      throw new Error(`An answer of the identity provider has more than ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
