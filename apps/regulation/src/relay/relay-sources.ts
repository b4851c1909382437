import type { Logger } from '@lethe/observability';
import { OutboxSource } from './sources/outbox-source.js';
import type { RelaySource } from './session/relay-source.js';
import type { RunQuery } from '@lethe/database';
import type { RelayRecordSource } from './sources/relay-record-source.js';
import type { RevocationSource } from './sources/revocation-source.js';
import { SuppressionSource } from './sources/suppression-source.js';

/**
 * Returns the sources of the relay, which together fill all topics (`TOPICS` in
 * `@lethe/contracts`). A round has the records of the sources in this sequence. To fill a new
 * topic, add a kind of fact to the outbox, or a source to this list.
 */
export function createRelaySources(options: {
  readonly query: RunQuery;
  readonly topicPrefix: string;
  readonly logger: Logger;
  readonly revocations: RevocationSource;
  /** It is absent without Kafka. */
  readonly relayRecord?: RelayRecordSource | undefined;
}): RelaySource[] {
  const { query, topicPrefix, logger, revocations, relayRecord } = options;
  return [
    // Fills `lifecycle` and `deletions` with the facts that transactions appended, see
    // `RegulationEvents`.
    new OutboxSource(query),
    // Fills `suppressions` with the present state of every user that changed.
    new SuppressionSource(query, topicPrefix, (state) => {
      logger.error(
        state,
        'a user is suppressed at more sources than a record can hold: published as suppressed at all sources',
      );
    }),
    // Fills `revocations` with the revoked secrets of the catalog.
    revocations,
    // Fills `relay` with a record that says how much was published on `suppressions`. With this
    // record, a reader knows whether it has read everything.
    ...(relayRecord === undefined ? [] : [relayRecord]),
  ];
}
