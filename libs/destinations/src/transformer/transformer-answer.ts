/** What goes wrong between us and the transformer, said without its address. */
export class TransformerError extends Error {}

/**
 * @param maxBytes of the answer
 * @throws TransformerError when it is longer
 */
export async function readText(answer: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | null = answer.body;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) {
      throw new TransformerError(
        `The transformer's answer is longer than ${String(maxBytes)} bytes`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
