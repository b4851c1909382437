import type { Regulation } from '../../api/regulations.js';
import { stepsOf } from './regulation-steps.js';
import { cx, DatedTime, Time, tones } from '../../ui/index.js';
import styles from './regulation.module.css';
import { TEXTS } from './texts.js';

export function RegulationLine({ regulation }: { readonly regulation: Regulation }) {
  return (
    <ol className={styles.line} aria-label={TEXTS.regulationLine.label}>
      {stepsOf(regulation).map(({ label, at, tone, isAhead = false, ...step }) => (
        <li key={label} className={cx(styles.step, isAhead && styles.ahead)}>
          <span className={cx(styles.dot, tones[tone])} aria-hidden />
          <span>{label}</span>
          {at !== undefined && (
            <span className={styles.at}>
              {step.isDated === true ? (
                <DatedTime value={at} mayBeAhead={step.mayBeAhead ?? false} />
              ) : (
                <Time value={at} mayBeAhead={step.mayBeAhead ?? false} />
              )}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
