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
  type CallTransformer,
  type TransformerOptions,
} from './call-transformer.js';
import { readDeletionAnswer } from './read-deletion-answer.js';

/** Maximum bytes of a request. A job that needs more is split. */
const MOST_REQUEST_BYTES = 4 * 1024 * 1024;

/**
 * Returns a provider that deletes through a transformer, with `POST {url}/deleteUsers`. The default
 * timeout is 30 s, because the transformer calls a vendor. An answer has at most 1 MiB by
 * default. If the transformer does not answer, the outcome is an outage, and not a failure.
 *
 * @throws TypeError when `url` is not a URL
 */
export function createTransformerDeletion(options: TransformerOptions): DeletionProvider {
  const ask = transformerClient({ timeoutMs: 30_000, maxAnswerBytes: 1024 * 1024, ...options });
  return {
    delete: (input) =>
      ask === undefined
        ? Promise.resolve(delayed('outage', noTransformer(input.destinationType)))
        : deleteUsers(input, ask),
    close: () => Promise.resolve(),
  };
}

async function deleteUsers(input: DeletionInput, ask: CallTransformer): Promise<DeletionOutcome> {
  const body = JSON.stringify([toDeletionRequest(input)]);
  if (Buffer.byteLength(body) > MOST_REQUEST_BYTES) {
    return refused('The users of the job do not fit into one request.');
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

/**
 * Returns the request. If the definition lists identifiers, the request contains only `userId` and
 * these identifiers.
 */
function toDeletionRequest({ jobId, destinationType, config, users }: DeletionInput): JsonObject {
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
