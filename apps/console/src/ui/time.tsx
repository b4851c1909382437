import {
  formatDate,
  formatLeft,
  formatLocal,
  formatRelative,
  formatTime,
  formatUtc,
} from '../lib/format-time.js';
import { timeMode } from '../lib/time-mode.js';
import { useNow } from '../lib/use-now.js';
import { Tooltip } from './tooltip.js';
import styles from './text.module.css';

/**
 * Shows a time in the format that the user chose in the settings. The tooltip has the full time in
 * UTC and local time.
 */
export function Time({
  value,
  mayBeAhead = false,
}: {
  readonly value: string | undefined | null;
  /** True for times that can be in the future, such as a deadline. */
  readonly mayBeAhead?: boolean;
}) {
  const mode = timeMode.use();
  const now = useNow();
  if (value === undefined || value === null) return <span className={styles.none}>–</span>;
  const date = new Date(value);
  return (
    <Tooltip text={`${formatUtc(date)} · ${formatLocal(date)}`}>
      <time dateTime={value} className={styles.time}>
        {formatTime(date, { mode, now, mayBeAhead })}
      </time>
    </Tooltip>
  );
}

/**
 * Shows a time with legal relevance, such as a deadline, as a date with the relative time in
 * brackets. For a deadline (`mayBeAhead`), these are the days that are left.
 */
export function DatedTime({
  value,
  mayBeAhead = false,
  isShort = false,
}: Parameters<typeof Time>[0] & {
  /** True to leave out the relative time, for lists. */
  readonly isShort?: boolean;
}) {
  const mode = timeMode.use();
  const now = useNow();
  if (value === undefined || value === null) return <span className={styles.none}>–</span>;
  const date = new Date(value);
  return (
    <Tooltip text={`${formatUtc(date)} · ${formatLocal(date)}`}>
      <time dateTime={value} className={styles.dated}>
        {mode !== 'local'
          ? formatDate(date)
          : isShort
            ? formatTime(date, { mode, now, mayBeAhead })
            : formatLocal(date)}
        {!isShort &&
          ` (${mayBeAhead ? formatLeft(date, now) : formatRelative(date, { now, mayBeAhead })})`}
      </time>
    </Tooltip>
  );
}
