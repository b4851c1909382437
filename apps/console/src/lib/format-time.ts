import { TEXTS } from './texts.js';
import type { TimeMode } from './time-mode.js';

const TO_THE_SECOND: Intl.DateTimeFormatOptions = {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
};
const LOCAL = new Intl.DateTimeFormat(undefined, TO_THE_SECOND);
const LOCAL_WITH_ZONE = new Intl.DateTimeFormat(undefined, {
  ...TO_THE_SECOND,
  timeZoneName: 'short',
});
const DATE = new Intl.DateTimeFormat('en-GB', {
  ...{ year: 'numeric', month: 'short', day: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' },
});
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'long' });
const NUMBER = new Intl.NumberFormat('en');

const UNITS = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

const DAY_MS = 86_400_000;

interface TimeOptions {
  readonly mode: TimeMode;
  /** Milliseconds since the epoch. Used only in mode `relative`. */
  readonly now: number;
  /**
   * True for a deadline, an expiry or a next attempt. Other times are always shown as past, so that
   * a wrong clock cannot produce "in 3 seconds".
   */
  readonly mayBeAhead: boolean;
}

export function formatTime(date: Date, { mode, now, mayBeAhead }: TimeOptions): string {
  if (mode === 'utc') return formatUtc(date);
  if (mode === 'local') return LOCAL.format(date);
  return formatRelative(date, { now, mayBeAhead });
}

/** Formats a relative time, such as `in 4 weeks` or `1 minute ago`. */
export function formatRelative(
  date: Date,
  { now, mayBeAhead }: Pick<TimeOptions, 'now' | 'mayBeAhead'>,
): string {
  const ahead = (date.getTime() - now) / 1000;
  const seconds = mayBeAhead ? ahead : Math.min(0, ahead);
  if (Math.abs(seconds) < 5) return TEXTS.formatTime[mayBeAhead ? 'now' : 'justNow'];
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}

/**
 * Formats the time until a deadline: the whole days that are left, such as `12 days left`, and less
 * than a day or a passed deadline as a relative time.
 */
export function formatLeft(deadline: Date, now: number): string {
  const days = Math.floor((deadline.getTime() - now) / DAY_MS);
  if (days >= 1) return TEXTS.formatTime.daysLeft(days);
  return formatRelative(deadline, { now, mayBeAhead: true });
}

/** Formats a time in UTC, such as `2026-11-21 08:00:00 UTC`. */
export function formatUtc(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Formats a time with legal relevance, such as `26 Nov 2026, 11:20 UTC`. */
export function formatDate(date: Date): string {
  return `${DATE.format(date)} UTC`;
}

/** Formats a time in the time zone of the browser, with the name of the zone. */
export function formatLocal(date: Date): string {
  return LOCAL_WITH_ZONE.format(date);
}

/** Formats a number, such as `12,345`. */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}
