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

interface TimeOptions {
  readonly mode: TimeMode;
  /** Milliseconds, for `relative`. */
  readonly now: number;
  /** A deadline, an expiry, a next attempt. Any other time is past, whatever two clocks say: it is never "in 3 seconds". */
  readonly mayBeAhead: boolean;
}

export function formatTime(date: Date, { mode, now, mayBeAhead }: TimeOptions): string {
  if (mode === 'utc') return formatUtc(date);
  if (mode === 'local') return LOCAL.format(date);
  const ahead = (date.getTime() - now) / 1000;
  const seconds = mayBeAhead ? ahead : Math.min(0, ahead);
  if (Math.abs(seconds) < 5) return 'just now';
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}

/** `2026-11-21 08:00:00 UTC` */
export function formatUtc(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** With the name of the time zone. */
export function formatLocal(date: Date): string {
  return LOCAL_WITH_ZONE.format(date);
}

/** `12,345` */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}
