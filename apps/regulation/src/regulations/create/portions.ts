import { normaliseUserId } from '@lethe/contracts';
import { mapInSteps } from '@lethe/resilience';
import { atMost, inPortions } from '../../database/in-portions.js';
import type { NewRegulations } from '../../record/new-regulations.js';

type Entry = NewRegulations['entries'][number];

/** An entry as it is stored: its attributes as JSON, and the suppression key. */
export interface WrittenEntry extends Entry {
  readonly key: string;
  readonly text: string;
}

/** What one statement stores at most: between two, the thread and the database do what others asked for. */
const MOST = { entries: 1_000, characters: 512 * 1024 };

/**
 * Cuts the regulations of a request into portions, each for one statement. Together they are in the order in which a statement takes the
 * locks of its users' suppressions (bytes of the key), so that requests which store several portions never deadlock. One portion
 * stays as it is: its statement orders it.
 */
export async function portionsOf({
  entries,
}: Pick<NewRegulations, 'entries'>): Promise<WrittenEntry[][]> {
  const written = await mapInSteps(entries, (entry) => ({
    ...entry,
    key: normaliseUserId(entry.attributes.userId),
    text: JSON.stringify(entry.attributes),
  }));
  const portions = cut(written);
  return portions.length <= 1 ? portions : cut(await inLockOrder(written));
}

/** Into portions of about the same number: a small one at the end would be told as an event of its own. */
function cut(entries: readonly WrittenEntry[]): WrittenEntry[][] {
  const most = Math.ceil(entries.length / Math.ceil(entries.length / MOST.entries));
  const characters = { most: MOST.characters, of: ({ text }: WrittenEntry) => text.length };
  return [...inPortions(entries, [atMost(most), characters])];
}

/** UTF-16 and UTF-8 order some characters differently: the keys are compared by their bytes, one character for each. */
async function inLockOrder(entries: readonly WrittenEntry[]): Promise<WrittenEntry[]> {
  const keyed = await mapInSteps(entries, (entry) => ({
    entry,
    bytes: Buffer.from(entry.key).toString('latin1'),
  }));
  keyed.sort((a, b) => (a.bytes < b.bytes ? -1 : Number(a.bytes > b.bytes)));
  return keyed.map(({ entry }) => entry);
}
