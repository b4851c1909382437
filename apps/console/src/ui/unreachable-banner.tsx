import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { reachability } from '../api/reachability.js';
import { TEXTS } from './texts.js';
import styles from './unreachable-banner.module.css';

const POLL_EVERY_MS = 2_000;

/**
 * Shown while the gateway is unreachable. Polls the gateway. When the gateway is reachable again,
 * refetches the data on the page.
 */
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
    }, POLL_EVERY_MS);
    return () => {
      clearInterval(timer);
      // Does not refetch `isManual` queries, for example queries that the gateway records.
      void queries.invalidateQueries({ predicate: ({ meta }) => meta?.isManual !== true });
    };
  }, [isReachable, queries]);
  return (
    <div role="status">
      {!isReachable && (
        <div className={styles.banner}>
          <CloudOff aria-hidden /> {TEXTS.unreachableBanner}
        </div>
      )}
    </div>
  );
}
