import type {
  DestinationProvider,
  TransformInput,
  TransformOutcome,
} from '../destination-provider.js';
import { readOutcome } from './read-outcome.js';
import { toTransformerEvent } from './to-transformer-event.js';
import { readText, TransformerError } from './transformer-answer.js';

export interface TransformerProviderOptions {
  /** Where the transformer listens. The operator chose it, so requests to it pass no guard. */
  readonly url: string;
  /** Milliseconds from the request to the end of the answer; default 10,000. */
  readonly timeoutMs?: number;
  /** Bytes of an answer, default 8 MiB. */
  readonly maxAnswerBytes?: number;
}

/**
 * Destinations that a transformer service maps: one event at a time,
 * `POST {url}/v0/destinations/{type in lower case}`.
 *
 * @throws TypeError when `url` is not a URL
 */
export function createTransformerProvider({
  url,
  timeoutMs = 10_000,
  maxAnswerBytes = 8 * 1024 * 1024,
}: TransformerProviderOptions): DestinationProvider {
  const base = new URL(url).href.replace(/\/+$/, '');
  return {
    transform: (input) => transform(input, { base, timeoutMs, maxAnswerBytes }),
    // Connections are those of the process's fetch, which drops them when they are idle.
    close: () => Promise.resolve(),
  };
}

interface Limits {
  readonly base: string;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

async function transform(
  input: TransformInput,
  { base, timeoutMs, maxAnswerBytes }: Limits,
): Promise<TransformOutcome> {
  const ending = new AbortController();
  const end = (why: string) => {
    ending.abort(new TransformerError(why));
  };
  const stop = () => {
    end('The run was stopped while it waited for the transformer');
  };
  if (input.signal.aborted) stop();
  input.signal.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(
    end,
    timeoutMs,
    `The transformer gave no answer within ${timeoutMs / 1000} s`,
  );
  try {
    const type = encodeURIComponent(input.destinationType.toLowerCase());
    const answer = await fetch(`${base}/v0/destinations/${type}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([toTransformerEvent(input)]),
      redirect: 'manual',
      signal: ending.signal,
    });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      throw new TransformerError(describeStatus(answer.status, input.destinationType));
    }
    return readOutcome(parse(await readText(answer, maxAnswerBytes)));
  } catch (error) {
    const reason: unknown = ending.signal.aborted ? ending.signal.reason : error;
    return {
      status: 'failed',
      error:
        reason instanceof TransformerError
          ? reason.message
          : 'The transformer could not be reached',
    };
  } finally {
    clearTimeout(timer);
    input.signal.removeEventListener('abort', stop);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TransformerError("The transformer's answer is not JSON");
  }
}

function describeStatus(status: number, destinationType: string): string {
  return status === 404
    ? `The transformer does not know the destination type ${destinationType}`
    : `The transformer answered with status ${String(status)}`;
}
