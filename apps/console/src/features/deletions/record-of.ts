import type { Deletion } from '../../api/regulations.js';
import { TEXTS } from './texts.js';

/** Describes the method, the counts and the notes of a deletion or a verification. */
export function recordOf({ record }: Pick<Deletion, 'record'>): string | undefined {
  if (record === undefined) return undefined;
  const counts = Object.entries(record.counts ?? {}).map((one) =>
    TEXTS.deletionFacts.count(...one),
  );
  return [[record.method, ...counts].join(', '), ...(record.notes ?? [])].join('. ');
}
