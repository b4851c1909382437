import type { ApiClient, Patience } from '../api/api-client.js';
import { ApiFailure } from '../api/api-failure.js';
import type { RequestFrame } from '../regulations/request-options.js';
import type { Chunk, RefusedRow } from './chunks.js';
import type { Journal } from './journal.js';
import { refusedRows } from './refused-rows.js';

/** Of a program that nobody has to wait for: as long as a service may be away. */
export const PROGRAM: Patience = { ms: 300_000, forAddress: true };

/** What became of a chunk. */
export interface SentChunk {
  readonly accepted: number;
  readonly refused: readonly RefusedRow[];
}

/**
 * Sends the users of a chunk until the API has taken them, without those that it refuses. What it is
 * about to do is in the journal before it is done, so that the next run can repeat it: a request with
 * the same users has the same key, whichever run sends it.
 *
 * @throws what the request throws; unless it is certain that nothing was done, the chunk stays open
 */
export async function sendChunk(
  api: ApiClient,
  journal: Journal,
  chunk: Chunk,
  frame: RequestFrame,
): Promise<SentChunk> {
  const { number } = chunk;
  const known = await journal.find(number);
  if (known === undefined) await journal.sending(chunk);
  const refused = [...(known?.refused ?? [])];
  let isCertain = known === undefined;
  for (;;) {
    const without = new Set(refused.map(({ line }) => line));
    const users = chunk.users.filter(({ line }) => !without.has(line));
    try {
      if (users.length > 0) {
        await api.send({
          method: 'POST',
          path: '/v2/regulations',
          body: { ...frame, users: users.map(({ user }) => user) },
          idempotencyKey: `${journal.id}.${number}.${refused.length}`,
          patience: PROGRAM,
        });
      }
      await journal.acknowledged(number, users.length);
      return { accepted: users.length, refused };
    } catch (error) {
      isCertain &&= error instanceof ApiFailure && error.attempts === 1 && isRefusal(error);
      const more = refusedRows(error, users);
      if (more.length === 0) {
        if (isCertain) await journal.withdrawn(number);
        throw error;
      }
      await journal.refused(number, more);
      refused.push(...more);
    }
  }
}

/** A time that ran out, or a conflict with the same request, is no answer to what became of it. */
function isRefusal({ status }: ApiFailure): boolean {
  return status < 500 && status !== 408 && status !== 409;
}
