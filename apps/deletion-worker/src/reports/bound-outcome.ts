import type { JobOutcome, VerificationReport } from '@lethe/api/deletions';
import { Buffer } from 'node:buffer';
import { DELETION_JOB_BOUNDS, FIXED_LIMITS, type DeletionRecord } from '@lethe/contracts';

const LONGEST_REASON = FIXED_LIMITS.reasonLength;
const LONGEST_COUNT_NAME = 64;
/** Number of characters beyond the end of a cut text that are also searched for secrets. */
const LOOK_AHEAD = 1_024;

/** Masks secrets in a text. If `isCut` is true, the text can end in the middle of a secret. */
export type HideSecrets = (text: string, isCut: boolean) => string;

/**
 * Returns an outcome for the report. All texts that a destination can influence are limited in
 * length, end with "…" where they were cut, and contain no secrets. The service masks identifiers.
 *
 * The method and the names of counts come from the provider or the configuration. They never
 * contain the id of a user, so they are not masked. A user with the id "rows" must not change the
 * count "rows".
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
            reason: `The destination answered with a status URL of more than ${DELETION_JOB_BOUNDS.statusUrlLength} characters.`,
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

/** Returns the outcome of a verification for the report, by the rules of `boundOutcome`. */
export function boundVerification(
  outcome: VerificationReport,
  hideSecrets: HideSecrets,
): VerificationReport {
  const text = (value: string, most: number) => boundText(value, most, hideSecrets);
  switch (outcome.status) {
    case 'verified': {
      const { record, reason } = outcome;
      const reasonOf = reason === undefined ? {} : { reason: text(reason, LONGEST_REASON) };
      return { ...outcome, record: boundRecord(record, text), ...reasonOf };
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

/**
 * Keeps as many notes as fit. The limit is in bytes, because a character can take several bytes.
 */
function withNotes(record: DeletionRecord, notes: readonly string[]): DeletionRecord {
  if (notes.length === 0) return record;
  const result = { ...record, notes };
  const bytes = Buffer.byteLength(JSON.stringify(result));
  return bytes <= DELETION_JOB_BOUNDS.recordBytes ? result : withNotes(record, notes.slice(0, -1));
}

function boundText(value: string, most: number, hideSecrets: HideSecrets): string {
  const seen = value.slice(0, most + LOOK_AHEAD);
  return bounded(hideSecrets(storable(seen), seen.length < value.length), most);
}

function bounded(value: string, most: number): string {
  const cleaned = storable(value.slice(0, most + 1));
  return cleaned.length <= most ? cleaned : `${storable(cleaned.slice(0, most - 1))}…`;
}

/** Removes U+0000 and replaces lone surrogates, because PostgreSQL rejects both. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

function retryAfter(ms: number | undefined): { retryAfterMs?: number } {
  if (ms === undefined || !Number.isFinite(ms) || ms < 0) return {};
  return { retryAfterMs: Math.min(Math.ceil(ms), DELETION_JOB_BOUNDS.retryAfterMs) };
}
