import { normaliseUserId } from '@lethe/contracts';
import { mapInSteps } from '@lethe/resilience';
import { atMost, inPortions } from '../../database/in-portions.js';
import type { NewRegulations } from '../../record/new-regulations.js';

type Entry = NewRegulations['entries'][number];

/** An entry to store, with its attributes as JSON (`text`), and its suppression key. */
export interface WrittenEntry extends Entry {
  readonly key: string;
  readonly text: string;
}

/**
 * Limits of one portion. Between two portions, the thread and the database can serve other
 * requests.
 */
const LIMITS = { entries: 1_000, characters: 512 * 1024 };

/**
 * Divides the regulations of a request into portions. Each portion is stored by one statement.
 * Several portions are sorted like the locks on suppressions (by the bytes of the key), so such
 * requests never deadlock. A single portion is not sorted, because the statement itself sorts its
 * locks.
 */
export async function portionsOf({
  entries,
}: Pick<NewRegulations, 'entries'>): Promise<WrittenEntry[][]> {
  const written = await mapInSteps(entries, writtenEntry);
  const portions = cut(written);
  return portions.length <= 1 ? portions : cut(await inLockOrder(written));
}

export function writtenEntry(entry: Entry): WrittenEntry {
  return {
    ...entry,
    key: normaliseUserId(entry.attributes.userId),
    text: JSON.stringify(entry.attributes),
  };
}

/**
 * Divides entries into portions of about equal size. The event of a small last portion would list
 * ids, so it could not be merged with the events of the other portions.
 */
function cut(entries: readonly WrittenEntry[]): WrittenEntry[][] {
  const most = Math.ceil(entries.length / Math.ceil(entries.length / LIMITS.entries));
  const characters = { most: LIMITS.characters, sizeOf: ({ text }: WrittenEntry) => text.length };
  return [...inPortions(entries, [atMost(most), characters])];
}

/**
 * Sorts entries by the bytes of their keys, because UTF-16 and UTF-8 sort some characters
 * differently.
 */
async function inLockOrder(entries: readonly WrittenEntry[]): Promise<WrittenEntry[]> {
  const keyed = await mapInSteps(entries, (entry) => ({
    entry,
    bytes: Buffer.from(entry.key).toString('latin1'),
  }));
  keyed.sort((a, b) => (a.bytes < b.bytes ? -1 : Number(a.bytes > b.bytes)));
  return keyed.map(({ entry }) => entry);
}
