import type { ReactNode } from 'react';
import type { Tone } from './badge.js';
import { cx } from './class-names.js';
import { Time } from './time.js';
import styles from './timeline.module.css';
import tones from './tones.module.css';

export interface TimelineEntry {
  readonly key: string;
  readonly title: ReactNode;
  readonly time?: string | undefined;
  readonly tone?: Tone;
  /** Has not happened yet. */
  readonly isAhead?: boolean;
  /** Reasons, attempts, buttons. */
  readonly children?: ReactNode;
}

/** What happened, in order. */
export function Timeline({
  label,
  entries,
}: {
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
}) {
  return (
    <ol className={styles.timeline} aria-label={label}>
      {entries.map(({ key, title, time, tone = 'neutral', isAhead = false, children }) => (
        <li key={key} className={cx(styles.entry, isAhead && styles.ahead)}>
          <span className={cx(styles.mark, tones[tone])} aria-hidden />
          <div className={styles.words}>
            <div className={styles.line}>
              <span className={styles.title}>{title}</span>
              {time !== undefined && (
                <span className={styles.time}>
                  <Time value={time} mayBeAhead={isAhead} />
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
