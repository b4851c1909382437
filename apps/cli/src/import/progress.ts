import type { CommandContext } from '../command-context.js';
import type { ImportCounts } from './tally.js';

const BAR_LENGTH = 24;
/** Milliseconds between lines where nobody watches a bar. */
const NOTE_EVERY_MS = 15_000;

export interface ImportProgress {
  /** How much of the file is done, in bytes. */
  readonly bytes: number;
  readonly ofBytes: number;
  readonly counts: ImportCounts;
  /** Since this run began. */
  readonly elapsedMs: number;
}

/** Shows how far an import is: a bar where somebody watches, a line now and then elsewhere. */
export function progressTeller(
  { rewrite, note }: CommandContext,
  now: () => number = () => performance.now(),
): (progress: ImportProgress) => void {
  if (rewrite !== undefined) {
    return (progress) => {
      rewrite(`${bar(progress)} ${describe(progress)}`);
    };
  }
  let toldAt = now();
  return (progress) => {
    if (now() - toldAt < NOTE_EVERY_MS) return;
    toldAt = now();
    note(describe(progress));
  };
}

function bar({ bytes, ofBytes }: ImportProgress): string {
  const full = Math.round(BAR_LENGTH * shareOf(bytes, ofBytes));
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_LENGTH - full)}]`;
}

function describe({ bytes, ofBytes, counts, elapsedMs }: ImportProgress): string {
  const percent = Math.floor(100 * shareOf(bytes, ofBytes));
  const rate = Math.round((1_000 * (counts.accepted - counts.acceptedBefore)) / elapsedMs);
  const refused = counts.refused === 0 ? '' : `, ${counts.refused} refused`;
  return `${percent} %, ${counts.accepted} users${refused}, ${Number.isFinite(rate) ? rate : 0}/s`;
}

/** A file may grow while it is read. */
function shareOf(bytes: number, ofBytes: number): number {
  return ofBytes === 0 ? 1 : Math.min(1, bytes / ofBytes);
}
