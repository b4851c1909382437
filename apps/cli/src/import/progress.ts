import type { ImportDto } from '@lethe/api/imports';
import type { CommandContext } from '../command-context.js';

const BAR_LENGTH = 24;
/** Milliseconds between two lines if the output is no terminal. */
const NOTE_EVERY_MS = 15_000;

/**
 * Returns a function that shows progress. A terminal shows a bar; other outputs get a line every 15
 * s.
 */
export function progressReporter({ rewrite, note }: CommandContext): (record: ImportDto) => void {
  if (rewrite !== undefined) {
    return (record) => {
      rewrite(`${bar(percentOf(record))} ${describe(record)}`);
    };
  }
  let reportedAt = performance.now();
  return (record) => {
    if (performance.now() - reportedAt < NOTE_EVERY_MS) return;
    reportedAt = performance.now();
    note(describe(record));
  };
}

function bar(percent: number): string {
  const full = Math.round((BAR_LENGTH * percent) / 100);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_LENGTH - full)}]`;
}

function describe(record: ImportDto): string {
  const percent = percentOf(record);
  if (record.state === 'uploading') return `${percent} % sent`;
  const refused = record.refused === 0 ? '' : `, ${record.refused} refused`;
  return `${percent} %, ${record.accepted} users${refused}`;
}

function percentOf({ state, receivedBytes, totalBytes = 0, percentage }: ImportDto): number {
  if (state !== 'uploading') return percentage;
  return totalBytes === 0 ? 0 : Math.floor((100 * receivedBytes) / totalBytes);
}
