import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { reachability } from '../api/reachability.js';
import styles from './unreachable-banner.module.css';

const ASK_EVERY_MS = 2_000;

/** Is there while the gateway does not answer. It asks until it does; then all that is shown is asked for again. */
export function UnreachableBanner() {
  const isReachable = reachability.use();
  const queries = useQueryClient();
  useEffect(() => {
    if (isReachable) return undefined;
    const timer = setInterval(() => {
      fetch('/livez', { cache: 'no-store' }).then(
        ({ ok }) => {
          if (ok) reachability.set(true);
        },
        () => undefined,
      );
    }, ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      // Whoever was answered first; what is recorded each time is asked for by people only.
      void queries.invalidateQueries({ predicate: ({ meta }) => meta?.isStill !== true });
    };
  }, [isReachable, queries]);
  return (
    <div role="status">
      {!isReachable && (
        <div className={styles.banner}>
          <CloudOff aria-hidden /> The gateway can’t be reached. Trying again…
        </div>
      )}
    </div>
  );
}
