/** What goes wrong between us and the transformer, said without its address and without a full stop. */
export class TransformerError extends Error {}

export interface TransformerOptions {
  /** Where the transformer listens; absent where none is configured. The operator chose it, so requests to it pass no guard. */
  readonly url?: string;
  /** Milliseconds from the request to the end of the answer. */
  readonly timeoutMs?: number;
  /** Bytes of an answer. */
  readonly maxAnswerBytes?: number;
}

/** Posts JSON to a path of the transformer, and gives the answer's text where its status may have one. */
export type AskTransformer = (
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

/** Says that a type is served by a transformer, and none is configured. */
export function noTransformer(type: string): string {
  return `${type} is served by a transformer, and none is configured. Tell whoever runs this service to set LETHE_TRANSFORMER_URL.`;
}

/**
 * Makes the client. Connections are those of the process's fetch, which drops them when they are idle.
 *
 * @returns undefined where no transformer is configured; a function that throws TransformerError, or the signal's reason
 * @throws TypeError when `url` is not a URL
 */
export function transformerClient({
  url,
  timeoutMs,
  maxAnswerBytes,
}: Required<Omit<TransformerOptions, 'url'>> & Pick<TransformerOptions, 'url'>):
  AskTransformer | undefined {
  if (url === undefined) return undefined;
  const base = new URL(url).href.replace(/\/+$/, '');
  return async (path, body, signal, isToRead = () => true) => {
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await fetch(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([late, signal]),
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
        late.aborted
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
