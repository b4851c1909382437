import type { ApiClient } from '../api/api-client.js';
import { CommandFailure, Interrupted } from '../command-context.js';
import type { RequestFrame } from '../regulations/request-options.js';
import type { Chunk, RefusedRow } from './chunks.js';
import type { ChunkRecord } from './journal-entries.js';
import type { Journal } from './journal.js';
import { sendChunk, type SentChunk } from './send-chunk.js';
import type { Tally } from './tally.js';

/** The API remembers a key for 24 hours; clocks may differ. */
const KEY_LASTS_MS = 23 * 3_600_000;

/** What to do with a chunk whose answer was lost so long ago that its key is forgotten. */
export type Unanswered = 'repeat' | 'skip';

export interface ImportParts {
  readonly api: ApiClient;
  readonly journal: Journal;
  readonly chunks: AsyncIterable<Chunk>;
  readonly frame: RequestFrame;
  readonly unanswered?: Unanswered;
  /** Counts, and is told of each row that is refused. */
  readonly tally: Tally;
}

/**
 * Sends the chunks of a file one after the other, but for those that an earlier run knows to be done.
 *
 * @throws CommandFailure when it cannot go on; run again, it goes on from there
 */
export async function importUsers(parts: ImportParts): Promise<void> {
  const { api, journal, chunks, frame, tally, unanswered } = parts;
  let last: Chunk | undefined;
  for await (const chunk of chunks) {
    last = chunk;
    if (api.signal.aborted) throw new Interrupted('');
    const known = await journal.find(chunk.number);
    if (known !== undefined) assertUnchanged(chunk, known);
    const { acknowledged, refused = [] } = known ?? {};
    if (acknowledged !== undefined) {
      tally.wasDone(chunk, { accepted: acknowledged, refused });
    } else if (known !== undefined && isForgotten(known) && unanswered !== 'repeat') {
      tally.wasDone(chunk, await skip(journal, chunk, known, unanswered));
    } else {
      tally.isDone(chunk, await sendChunk(api, journal, chunk, frame));
    }
  }
  await assertWhole(journal, last);
  tally.complete();
}

/** @throws CommandFailure unless that is what the operator wants */
async function skip(
  journal: Journal,
  chunk: Chunk,
  { sentAt, refused }: ChunkRecord,
  unanswered: Unanswered | undefined,
): Promise<SentChunk> {
  if (unanswered === undefined) {
    throw new CommandFailure(
      `Lines ${chunk.firstLine} to ${chunk.lastLine} were sent at ${sentAt} and never answered, and the API has forgotten that by now. Look with "regulations list --user …" whether their users are there, and say --unanswered skip if they are, --unanswered repeat if not.`,
    );
  }
  const accepted = chunk.users.length - countOf(chunk, refused);
  await journal.acknowledged(chunk.number, accepted);
  return { accepted, refused };
}

function countOf(chunk: Chunk, refused: readonly RefusedRow[]): number {
  const lines = new Set(refused.map(({ line }) => line));
  return chunk.users.filter(({ line }) => lines.has(line)).length;
}

/** Of a time that is yet to come it is not known how long ago it was. */
function isForgotten({ sentAt }: ChunkRecord): boolean {
  return Math.abs(Date.now() - Date.parse(sentAt)) > KEY_LASTS_MS;
}

/** @throws CommandFailure when lines are gone that an earlier run sent, of which the answer may have been lost */
async function assertWhole(journal: Journal, last: Chunk | undefined): Promise<void> {
  if ((await journal.find((last?.number ?? 0) + 1)) === undefined) return;
  throw new CommandFailure(
    `The file ends after line ${last?.lastLine ?? 1}, and an earlier run sent more of it. Put the file back; another file has another --journal.`,
  );
}

function assertUnchanged(chunk: Chunk, { rows, hash }: ChunkRecord): void {
  if (chunk.rows === rows && chunk.hash === hash) return;
  throw new CommandFailure(
    `Lines ${chunk.firstLine} to ${chunk.lastLine} are others than an earlier run sent, or --columns or --delimiter are. Put the file back; what is new goes to its end, or into a file of its own.`,
  );
}
