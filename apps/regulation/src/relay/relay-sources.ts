import type { Logger } from '@lethe/observability';
import { OutboxSource } from './sources/outbox-source.js';
import type { RelaySource } from './session/relay-source.js';
import type { RunQuery } from '@lethe/database';
import type { RelayRecordSource } from './sources/relay-record-source.js';
import type { RevocationSource } from './sources/revocation-source.js';
import { SuppressionSource } from './sources/suppression-source.js';

/**
 * All that the relay publishes: a source for each of the topics (`TOPICS` in `@lethe/contracts`), in the
 * order in which a round takes from them. Another topic is either one more kind of fact in the outbox, or
 * one more source in this list.
 */
export function createRelaySources(options: {
  readonly query: RunQuery;
  readonly topicPrefix: string;
  readonly logger: Logger;
  readonly revocations: RevocationSource;
  /** Absent without Kafka. */
  readonly relayRecord?: RelayRecordSource | undefined;
}): RelaySource[] {
  const { query, topicPrefix, logger, revocations, relayRecord } = options;
  return [
    // `lifecycle` and `deletions`: facts that transactions appended, see `RegulationEvents`
    new OutboxSource(query),
    // `suppressions`: the present state of every user that changed
    new SuppressionSource(query, topicPrefix, (state) => {
      logger.error(
        state,
        'a user is suppressed at more sources than a record can hold: told as suppressed everywhere',
      );
    }),
    // `revocations`: secrets that work no more, as the catalog has noted them
    revocations,
    // `relay`: how much a reader of `suppressions` has to know
    ...(relayRecord === undefined ? [] : [relayRecord]),
  ];
}
