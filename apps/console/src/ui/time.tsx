import { formatLocal, formatTime, formatUtc } from '../lib/format-time.js';
import { timeMode } from '../lib/time-mode.js';
import { useNow } from '../lib/use-now.js';
import { Tooltip } from './tooltip.js';
import styles from './text.module.css';

/** A moment, as the header says that times are shown; all of it when pointed at. */
export function Time({
  value,
  mayBeAhead = false,
}: {
  readonly value: string | undefined | null;
  /** For what is still to come, such as a deadline. */
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
