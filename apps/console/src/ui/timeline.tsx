import type { ReactNode } from 'react';
import type { Tone } from './badge.js';
import { cx } from './class-names.js';
import { DatedTime, Time } from './time.js';
import styles from './timeline.module.css';
import tones from './tones.module.css';

export interface TimelineEntry {
  readonly key: string;
  readonly title: ReactNode;
  readonly time?: string | undefined;
  readonly tone?: Tone;
  /** True if the event is in the future. */
  readonly isAhead?: boolean;
  /** True if the time has legal relevance, such as a deadline. */
  readonly isDated?: boolean;
  readonly children?: ReactNode;
}

export function Timeline({
  label,
  entries,
}: {
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
}) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {entries.map(({ key, title, time, tone, isAhead = false, isDated = false, children }) => (
        <li key={key} className={cx(styles.entry, isAhead && styles.ahead)}>
          <span className={cx(styles.mark, tones[tone ?? 'neutral'])} aria-hidden />
          <div className={styles.words}>
            <div className={styles.line}>
              <span className={styles.title}>{title}</span>
              {time !== undefined && (
                <span className={styles.time}>
                  {isDated ? (
                    <DatedTime value={time} mayBeAhead={isAhead} />
                  ) : (
                    <Time value={time} mayBeAhead={isAhead} />
                  )}
                </span>
              )}
            </div>
            {children !== undefined && <div className={styles.more}>{children}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
