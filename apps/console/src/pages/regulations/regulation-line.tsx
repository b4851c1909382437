import type { Regulation } from '../../api/regulations.js';
import { stepsOf } from './regulation-steps.js';
import { cx, Time, tones } from '../../ui/index.js';
import styles from './regulation.module.css';

/** A regulation in one line. */
export function RegulationLine({ regulation }: { readonly regulation: Regulation }) {
  return (
    <ol className={styles.line} aria-label="In one line">
      {stepsOf(regulation).map(({ label, at, tone, isAhead = false, mayBeAhead = false }) => (
        <li key={label} className={cx(styles.step, isAhead && styles.ahead)}>
          <span className={cx(styles.dot, tones[tone])} aria-hidden />
          <span>{label}</span>
          {at !== undefined && (
            <span className={styles.at}>
              <Time value={at} mayBeAhead={mayBeAhead} />
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
