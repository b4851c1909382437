/** A call of the transformer failed. The message has no address and no full stop. */
export class TransformerError extends Error {}

export interface TransformerOptions {
  /**
   * Address of the transformer; absent if no transformer is configured. The address is allowed to
   * be private, because the operator chose it.
   */
  readonly url?: string;
  /** Milliseconds from the request to the end of the answer. */
  readonly timeoutMs?: number;
  readonly maxAnswerBytes?: number;
}

/**
 * Posts JSON to a path of the transformer. Reads the text of the answer only if `isToRead` accepts
 * the status.
 */
export type CallTransformer = (
  path: string,
  body: string,
  signal: AbortSignal,
  isToRead?: (status: number) => boolean,
) => Promise<TransformerAnswer>;

export interface TransformerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Returns the message for a destination type that needs a transformer when no transformer is
 * configured.
 */
export function noTransformer(type: string): string {
  return `${type} needs a transformer, and none is configured. Ask the operator of this service to set LETHE_TRANSFORMER_URL.`;
}

/**
 * Returns a function that calls the transformer with `fetch`. The `fetch` of Node manages the
 * connections.
 *
 * @returns undefined if no transformer is configured. The function throws TransformerError, or the
 *   reason of the signal if the signal is aborted.
 * @throws TypeError when `url` is not a URL
 */
export function transformerClient({
  url,
  timeoutMs,
  maxAnswerBytes,
}: Required<Omit<TransformerOptions, 'url'>> & Pick<TransformerOptions, 'url'>):
  CallTransformer | undefined {
  if (url === undefined) return undefined;
  const base = new URL(url).href.replace(/\/+$/, '');
  return async (path, body, signal, isToRead = () => true) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([timeout, signal]),
      });
      const { status } = answer;
      const isRead = isToRead(status);
      if (!isRead) await answer.body?.cancel();
      const text = isRead ? await readText(answer, maxAnswerBytes) : '';
      return { status, headers: Object.fromEntries(answer.headers), text };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof TransformerError) throw error;
      throw new TransformerError(
        timeout.aborted
          ? `The transformer gave no answer within ${timeoutMs / 1000} s`
          : 'The transformer could not be reached',
      );
    }
  };
}

async function readText(answer: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | null = answer.body;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) {
      throw new TransformerError(`The transformer's answer is longer than ${maxBytes} bytes`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
