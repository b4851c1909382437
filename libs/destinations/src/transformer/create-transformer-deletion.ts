import type { JsonObject } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import {
  LeaseEndedError,
  type DeletionInput,
  type DeletionOutcome,
  type DeletionProvider,
} from '../deletion-provider.js';
import { delayed, refused } from '../deletion/outcomes.js';
import {
  noTransformer,
  transformerClient,
  TransformerError,
  type AskTransformer,
  type TransformerOptions,
} from './ask-transformer.js';
import { readDeletionAnswer } from './read-deletion-answer.js';

/** Bytes of a request; a longer one is cut by having fewer users. */
const MOST_REQUEST_BYTES = 4 * 1024 * 1024;

/**
 * Deletes through a transformer service: `POST {url}/deleteUsers`, within 30 s by default, as it calls a vendor
 * meanwhile, with 1 MiB of answer at most. A transformer that does not answer is an outage of the operator's, and no
 * failure of the job.
 *
 * @throws TypeError when `url` is not a URL
 */
export function createTransformerDeletion(options: TransformerOptions): DeletionProvider {
  const ask = transformerClient({ timeoutMs: 30_000, maxAnswerBytes: 1024 * 1024, ...options });
  return {
    delete: (input) =>
      ask === undefined
        ? Promise.resolve(delayed('outage', noTransformer(input.destinationType)))
        : order(input, ask),
    close: () => Promise.resolve(),
  };
}

async function order(input: DeletionInput, ask: AskTransformer): Promise<DeletionOutcome> {
  const body = JSON.stringify([toOrder(input)]);
  if (Buffer.byteLength(body) > MOST_REQUEST_BYTES) {
    return refused('The users of the job are too much for one request.');
  }
  await input.beforeCall();
  try {
    return readDeletionAnswer(input, await ask('/deleteUsers', body, input.signal));
  } catch (error) {
    if (input.signal.aborted) throw new LeaseEndedError('The lease ended during the call.');
    if (error instanceof TransformerError) return delayed('outage', `${error.message}.`);
    throw error;
  }
}

/** The identifiers that the definition names, where it names any. */
function toOrder({ jobId, destinationType, config, users }: DeletionInput): JsonObject {
  const known = findDefinition(destinationType)?.capabilities.deletion.identifiers;
  return {
    jobId,
    destType: destinationType.toLowerCase(),
    config,
    userAttributes: users.map(({ identifiers }) =>
      Object.fromEntries(
        Object.entries(identifiers).filter(
          ([name]) => known === undefined || name === 'userId' || known.includes(name),
        ),
      ),
    ),
  };
}
