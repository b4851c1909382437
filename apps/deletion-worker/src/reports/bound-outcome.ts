import type { JobOutcome } from '@lethe/api/deletions';
import { Buffer } from 'node:buffer';
import { DELETION_JOB_BOUNDS, FIXED_LIMITS, type DeletionRecord } from '@lethe/contracts';

const LONGEST_REASON = FIXED_LIMITS.reasonLength;
const LONGEST_COUNT_NAME = 64;
/** What is looked at of a text that is cut, beyond what is kept of it. */
const LOOK_AHEAD = 1_024;

/** Takes secrets out of a text; `isCut`: it may end in the middle of one. */
export type HideSecrets = (text: string, isCut: boolean) => string;

/**
 * An outcome as it may be reported: whatever destinations have a hand in is bounded, says where it was cut, and holds
 * no secret. The service takes identifiers out. How it was deleted and what was counted are words of the provider or names of the
 * configuration: a user whose id is "rows" is in none of them.
 */
export function boundOutcome(outcome: JobOutcome, hideSecrets: HideSecrets): JobOutcome {
  const text = (value: string, most: number) => boundText(value, most, hideSecrets);
  switch (outcome.status) {
    case 'complete': {
      const { record, refused = [] } = outcome;
      return {
        status: 'complete',
        record: boundRecord(record, text),
        ...(refused.length === 0
          ? {}
          : {
              refused: refused.map((user) => ({
                ...user,
                reason: text(user.reason, LONGEST_REASON),
              })),
            }),
      };
    }
    case 'accepted': {
      const { statusUrl, retryAfterMs } = outcome;
      return statusUrl.length > DELETION_JOB_BOUNDS.statusUrlLength
        ? {
            status: 'failed',
            reason: 'The destination answered with a status URL that is too long.',
          }
        : { status: 'accepted', statusUrl, ...retryAfter(retryAfterMs) };
    }
    case 'failed':
    case 'delayed': {
      const { retryAfterMs, ...rest } = outcome;
      return { ...rest, reason: text(rest.reason, LONGEST_REASON), ...retryAfter(retryAfterMs) };
    }
    default:
      return { ...outcome, reason: text(outcome.reason, LONGEST_REASON) };
  }
}

type Text = (value: string, most: number) => string;

function boundRecord({ method, counts, notes = [] }: DeletionRecord, text: Text): DeletionRecord {
  const numbers = Object.entries(counts ?? {})
    .filter(([, count]) => Number.isSafeInteger(count) && count >= 0)
    .slice(0, DELETION_JOB_BOUNDS.counts)
    .map(([name, count]) => [bounded(name, LONGEST_COUNT_NAME), count] as const);
  const record = {
    method: bounded(method, DELETION_JOB_BOUNDS.methodLength),
    ...(numbers.length === 0 ? {} : { counts: Object.fromEntries(numbers) }),
  };
  return withNotes(
    record,
    notes
      .slice(0, DELETION_JOB_BOUNDS.notes)
      .map((note) => text(note, DELETION_JOB_BOUNDS.noteLength)),
  );
}

/** As many of the notes as there is room for: a character may take several bytes. */
function withNotes(record: DeletionRecord, notes: readonly string[]): DeletionRecord {
  if (notes.length === 0) return record;
  const whole = { ...record, notes };
  const bytes = Buffer.byteLength(JSON.stringify(whole));
  return bytes <= DELETION_JOB_BOUNDS.recordBytes ? whole : withNotes(record, notes.slice(0, -1));
}

function boundText(value: string, most: number, hideSecrets: HideSecrets): string {
  const seen = value.slice(0, most + LOOK_AHEAD);
  return bounded(hideSecrets(storable(seen), seen.length < value.length), most);
}

function bounded(value: string, most: number): string {
  const cleaned = storable(value.slice(0, most + 1));
  return cleaned.length <= most ? cleaned : `${storable(cleaned.slice(0, most - 1))}…`;
}

/** Without what PostgreSQL does not store: U+0000 and halves of characters. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

function retryAfter(ms: number | undefined): { retryAfterMs?: number } {
  if (ms === undefined || !Number.isFinite(ms) || ms < 0) return {};
  return { retryAfterMs: Math.min(Math.ceil(ms), DELETION_JOB_BOUNDS.retryAfterMs) };
}
