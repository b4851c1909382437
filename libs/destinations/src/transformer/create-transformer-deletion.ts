import type { JsonObject } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import {
  LeaseEndedError,
  type DeletionInput,
  type DeletionOutcome,
  type DeletionProvider,
} from '../deletion-provider.js';
import { readDeletionAnswer } from './read-deletion-answer.js';
import { readText, TransformerError } from './transformer-answer.js';

export interface TransformerDeletionOptions {
  /** Where the transformer listens; absent where none is configured. The operator chose it, so requests to it pass no guard. */
  readonly url?: string;
  /** Milliseconds from the request to the end of the answer; it calls a vendor meanwhile. Default 30,000. */
  readonly timeoutMs?: number;
  /** Bytes of an answer, default 1 MiB. */
  readonly maxAnswerBytes?: number;
}

/** Bytes of a request; a longer one is cut by having fewer users. */
const MOST_REQUEST_BYTES = 4 * 1024 * 1024;

/**
 * Deletes through a transformer service: `POST {url}/deleteUsers`. A transformer that does not answer is an
 * outage of the operator's, and no failure of the job.
 *
 * @throws TypeError when `url` is not a URL
 */
export function createTransformerDeletion({
  url,
  timeoutMs = 30_000,
  maxAnswerBytes = 1024 * 1024,
}: TransformerDeletionOptions): DeletionProvider {
  const base = url === undefined ? undefined : new URL(url).href.replace(/\/+$/, '');
  return {
    delete: (input) =>
      base === undefined
        ? Promise.resolve(missing(input.destinationType))
        : order(input, { base, timeoutMs, maxAnswerBytes }),
    // Connections are those of the process's fetch, which drops them when they are idle.
    close: () => Promise.resolve(),
  };
}

interface Limits {
  readonly base: string;
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
}

async function order(input: DeletionInput, limits: Limits): Promise<DeletionOutcome> {
  const body = JSON.stringify([toOrder(input)]);
  if (Buffer.byteLength(body) > MOST_REQUEST_BYTES) {
    return { status: 'refused', reason: 'The users of the job are too much for one request.' };
  }
  await input.beforeCall();
  const late = AbortSignal.timeout(limits.timeoutMs);
  try {
    const answer = await fetch(`${limits.base}/deleteUsers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([late, input.signal]),
    });
    const text = await readText(answer, limits.maxAnswerBytes);
    return readDeletionAnswer(input, answer, text);
  } catch (error) {
    if (input.signal.aborted) throw new LeaseEndedError('The lease ended during the call.');
    if (error instanceof TransformerError) return outage(error.message);
    return outage(
      late.aborted
        ? `The transformer gave no answer within ${String(limits.timeoutMs / 1000)} s`
        : 'The transformer could not be reached',
    );
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

function missing(type: string): DeletionOutcome {
  return outage(
    `${type} is served by a transformer, and none is configured. Tell whoever runs this service to set LETHE_TRANSFORMER_URL`,
  );
}

function outage(why: string): DeletionOutcome {
  return { status: 'delayed', cause: 'outage', reason: `${why}.` };
}
