import type { ImportDto } from '@lethe/api/imports';
import type { CommandContext } from '../command-context.js';

const BAR_LENGTH = 24;
/** Milliseconds between lines where nobody watches a bar. */
const NOTE_EVERY_MS = 15_000;

/** Shows how far an import is: a bar where somebody watches, a line now and then elsewhere. */
export function progressTeller({ rewrite, note }: CommandContext): (record: ImportDto) => void {
  if (rewrite !== undefined) {
    return (record) => {
      rewrite(`${bar(percentOf(record))} ${describe(record)}`);
    };
  }
  let toldAt = performance.now();
  return (record) => {
    if (performance.now() - toldAt < NOTE_EVERY_MS) return;
    toldAt = performance.now();
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
