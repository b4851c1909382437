import { ApiError } from '../api/api-error.js';
import { ErrorState } from '../ui/index.js';
import styles from './first-screen.module.css';
import { Logo } from '../ui/logo.js';
import { UnreachableBanner } from '../ui/unreachable-banner.js';

/** Before it is known who is signed in. A 401 is on its way to the sign-in page. */
export function FirstScreen({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
}) {
  const isShown = error instanceof ApiError && error.status !== 401 && !error.isUnreachable;
  return (
    <main className={styles.screen}>
      <UnreachableBanner />
      <div className={styles.middle}>
        <Logo />
        {isShown && <ErrorState error={error} onRetry={onRetry} />}
      </div>
    </main>
  );
}
