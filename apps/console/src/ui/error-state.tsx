import { CircleAlert, RotateCw } from 'lucide-react';
import { ApiError } from '../api/api-error.js';
import { messageOf, whatToTry } from './what-to-try.js';
import { Button } from './button.js';
import { cx } from './class-names.js';
import { Copyable } from './copy-button.js';
import styles from './empty-state.module.css';
import { TEXTS } from './texts.js';

/** Shows an error, advice for the user, and the request id for support. */
export function ErrorState({
  error,
  onRetry,
  compact = false,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** True in forms and dialogs, which have less space. */
  readonly compact?: boolean;
}) {
  const known = error instanceof ApiError ? error : undefined;
  const details = Object.entries(known?.details ?? {});
  return (
    <div role="alert" className={cx(styles.error, compact && styles.compact)}>
      <CircleAlert aria-hidden />
      <div className={styles.errorWords}>
        <strong>{messageOf(error)}</strong>
        {details.length > 1 && (
          <ul className={styles.details}>
            {details.map(([path, wrong]) => (
              <li key={path}>
                <code>{path}</code> {wrong}
              </li>
            ))}
          </ul>
        )}
        <p>{whatToTry(error)}</p>
        {known?.requestId !== undefined && (
          <span className={styles.request}>
            {TEXTS.errorState.request}{' '}
            <Copyable text={known.requestId} label={TEXTS.errorState.copyRequest} />
          </span>
        )}
        {onRetry !== undefined && (
          <div>
            <Button size="s" icon={RotateCw} onClick={onRetry}>
              {TEXTS.errorState.retry}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
