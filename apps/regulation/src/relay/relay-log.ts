import { describeError, type Logger } from '@lethe/observability';
import type { RelayEvent } from './session/relay-event.js';
import { LogThrottle } from '@lethe/resilience';
import { DatabaseBehindError } from './assert-database-not-behind.js';
import { EpochEndedError } from './position/republish-all.js';

/** An outage causes two failures per second, so at most one failure is logged in ten seconds. */
export function relayLog(logger: Logger): (event: RelayEvent) => void {
  const failures = new LogThrottle();
  return (event) => {
    switch (event.kind) {
      case 'state':
        logger.info({ state: event.state }, 'relay changed state');
        return;
      case 'failure': {
        const { during, error } = event;
        if (error instanceof EpochEndedError) return; // `TopicLossDetector` has logged the reason
        if (!failures.isDue()) return;
        if (error instanceof DatabaseBehindError) {
          logger.error(error.message);
          return;
        }
        logger.warn({ during, error: describeError(error) }, 'relay failed, trying again');
        return;
      }
      case 'published': {
        const { records, durationMs } = event;
        logger.debug({ records, durationMs }, 'relay published');
      }
    }
  };
}
