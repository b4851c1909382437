import { setTimeout as sleep } from 'node:timers/promises';
import {
  ADVISORY_LOCKS,
  type DatabaseConnection,
  type DatabaseTarget,
  type RunQuery,
} from '@lethe/database';
import type { KafkaClient, Publisher } from '@lethe/messaging';
import { Metrics, withTraceparent, type Logger } from '@lethe/observability';
import { AnotherDatabaseError } from '../database/this-database.js';
import { Relay } from './session/relay.js';
import { DATABASE_IDENTITY } from '../database/schema-name.js';
import { allowClaims, refuseClaims } from '../deletions/claim/claims-allowed.js';
import { relayMetrics } from './relay-metrics.js';
import { assertDatabaseNotBehind, DatabaseBehindError } from './assert-database-not-behind.js';
import { createMissingTopics } from './create-missing-topics.js';
import { markPublishedInProcess } from './position/relay-position.js';
import { relayLog } from './relay-log.js';
import { createRelaySources } from './relay-sources.js';
import type { RelayRecordSource } from './sources/relay-record-source.js';
import { RevocationSource } from './sources/revocation-source.js';
import { RELAY_CHANNEL } from './wake-relay.js';

/** Milliseconds between two checks while the relay refuses to publish until an operator acts. */
const REFUSAL_PAUSE_MS = 2_000;

export interface CreateRelayOptions {
  readonly database: DatabaseConnection;
  /**
   * Connection for the lock of the relay. It must keep its session, so it must not go through a
   * transaction pooler.
   */
  readonly sessionUrl: DatabaseTarget;
  readonly publisher: Publisher;
  /** It is absent if records go to a broker inside the process. */
  readonly kafka?: KafkaClient;
  /** It is absent without Kafka. */
  readonly relayRecord?: RelayRecordSource;
  /** Creates missing topics. It is absent if operators create the topics. */
  readonly createTopics?: () => Promise<unknown>;
  readonly topicPrefix: string;
  readonly logger: Logger;
  /** If it is absent, nothing is counted. */
  readonly metrics?: Metrics;
  /** Called with the reason of a refusal to publish, and with undefined when the refusal ends. */
  readonly onRefusal?: (reason: string | undefined) => void;
}

/**
 * Creates the relay of this service, with its sources, its lock, and the checks before it
 * publishes.
 */
export function createRelay(options: CreateRelayOptions): Relay {
  const { database, onRefusal = () => undefined } = options;
  const { query } = database;
  const log = relayLog(options.logger);
  const count = relayMetrics(options.metrics ?? new Metrics(false));
  const revocations = new RevocationSource(query, options.topicPrefix);
  return new Relay({
    sources: createRelaySources({ ...options, query, revocations }),
    publisher: withTraceparent(options.publisher),
    lock: {
      connection: options.sessionUrl,
      lock: ADVISORY_LOCKS.relay,
      channel: RELAY_CHANNEL,
      database: DATABASE_IDENTITY,
    },
    prepare: (sessionDatabase) =>
      prepareSession({ ...options, query, revocations, onRefusal }, sessionDatabase),
    onEvent: (event) => {
      // After a change of state, an earlier refusal of this relay is out of date. The next leader
      // compares the topics again.
      if (event.kind === 'state') onRefusal(undefined);
      const isElsewhere = event.kind === 'failure' && event.error instanceof AnotherDatabaseError;
      // Unused connections of the pool can still lead to a database on which the session does not
      // hold its lock.
      if (isElsewhere) void database.closeUnused();
      log(event);
      count(event);
    },
  });
}

/**
 * Prepares a session before it publishes. With Kafka, creates missing topics if `createTopics` is
 * given. Then checks that the database contains the newest records of the topics. If it does,
 * allows claims of deletion jobs. If records are missing, stops claims. Without Kafka, allows
 * claims without this check.
 *
 * @param sessionDatabase identity of the database on which the session holds its lock
 * @throws DatabaseBehindError; AnotherDatabaseError; the error of Kafka or Postgres
 */
async function prepareSession(
  options: CreateRelayOptions & {
    readonly query: RunQuery;
    readonly revocations: RevocationSource;
    readonly onRefusal: (reason: string | undefined) => void;
  },
  sessionDatabase: string,
): Promise<void> {
  const { query, kafka, relayRecord, topicPrefix, logger, revocations, onRefusal } = options;
  if (kafka === undefined || relayRecord === undefined) {
    await allowClaims(query, sessionDatabase);
    return markPublishedInProcess(query);
  }
  await createMissingTopics({ ...options, kafka });
  try {
    await assertDatabaseNotBehind({
      query,
      database: sessionDatabase,
      kafka,
      topicPrefix,
      onForbidden: (topic) => {
        logger.warn(
          { topic },
          'no right to read this topic: the relay cannot check whether the database was restored to an older state',
        );
      },
    });
    onRefusal(undefined);
    await allowClaims(query, sessionDatabase);
  } catch (error) {
    if (error instanceof DatabaseBehindError) {
      onRefusal(error.message);
      await refuseClaims(query);
      await sleep(REFUSAL_PAUSE_MS);
    }
    throw error;
  }
  await relayRecord.prepare(sessionDatabase);
  if (await revocations.findTopic(kafka)) return;
  logger.warn(
    'there is no topic for revocations: after a restore, revoked secrets would be valid again',
  );
}
