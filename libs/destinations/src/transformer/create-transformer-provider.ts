import {
  failed,
  type DestinationProvider,
  type TransformInput,
  type TransformOutcome,
} from '../destination-provider.js';
import {
  noTransformer,
  transformerClient,
  TransformerError,
  type CallTransformer,
  type TransformerOptions,
} from './call-transformer.js';
import { jsonOf } from '@lethe/contracts/json';
import { readOutcome } from './read-transform-answer.js';
import { toTransformerEvent } from './to-transformer-event.js';

/**
 * Returns the provider for the destination types of a transformer. It sends each event in a
 * separate request to `POST {url}/v0/destinations/{type in lower case}`. The default timeout is 10
 * s, and the default maximum of an answer is 8 MiB.
 *
 * @throws TypeError when `url` is not a URL
 */
export function createTransformerProvider(options: TransformerOptions): DestinationProvider {
  const ask = transformerClient({ timeoutMs: 10_000, maxAnswerBytes: 8 * 1024 * 1024, ...options });
  return {
    transform: (input) =>
      ask === undefined
        ? Promise.resolve(failed(noTransformer(input.destinationType)))
        : transform(input, ask),
    close: () => Promise.resolve(),
  };
}

async function transform(input: TransformInput, ask: CallTransformer): Promise<TransformOutcome> {
  const { destinationType, signal } = input;
  const path = `/v0/destinations/${encodeURIComponent(destinationType.toLowerCase())}`;
  const body = JSON.stringify([toTransformerEvent(input)]);
  try {
    const { status, text } = await ask(path, body, signal, (found) => found === 200);
    if (status !== 200) return failed(describeStatus(status, destinationType));
    const answer = jsonOf(text);
    return answer === undefined
      ? failed("The transformer's answer is not JSON")
      : readOutcome(answer);
  } catch (error) {
    if (signal.aborted)
      return failed('The test run was stopped while it waited for the transformer');
    if (error instanceof TransformerError) return failed(error.message);
    throw error;
  }
}

function describeStatus(status: number, destinationType: string): string {
  return status === 404
    ? `The transformer does not know the destination type ${destinationType}`
    : `The transformer answered with status ${String(status)}`;
}
