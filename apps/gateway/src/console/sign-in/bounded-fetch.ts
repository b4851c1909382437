import type { CustomFetch } from 'openid-client';

/** Bytes of one answer of the provider, decompressed. Real ones have some kilobytes. */
const MOST_BYTES = 1024 * 1024;
const WITHOUT_BODY = [101, 204, 205, 304];

/** Fetches an answer of the identity provider, of at most 1 MiB. Redirects are not followed: `openid-client` asks for that. */
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
    if (bytes > MOST_BYTES) throw new Error(`An answer has more than ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
