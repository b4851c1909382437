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

/** While publishing is refused until an operator acts, the relay checks again this often. */
const REFUSAL_PAUSE_MS = 2_000;

export interface CreateRelayOptions {
  readonly database: DatabaseConnection;
  /** Where a connection keeps its session (no transaction pooler): the relay's lock needs one. */
  readonly sessionUrl: DatabaseTarget;
  readonly publisher: Publisher;
  /** Absent when records go to a broker inside of the process. */
  readonly kafka?: KafkaClient;
  /** Absent without Kafka. */
  readonly relayRecord?: RelayRecordSource;
  /** Creates missing topics; absent when operators create them. */
  readonly createTopics?: () => Promise<unknown>;
  readonly topicPrefix: string;
  readonly logger: Logger;
  /** What is counted; nothing when absent. */
  readonly metrics?: Metrics;
  /** Called with the reason why nothing may be published, and with undefined once it may. */
  readonly onRefusal?: (reason: string | undefined) => void;
}

/** Puts the relay of this service together: its sources, its lock, and what is checked before it publishes. */
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
      if (event.kind === 'state') onRefusal(undefined); // the next leader compares the topics anew
      const isElsewhere = event.kind === 'failure' && event.error instanceof AnotherDatabaseError;
      // Unused connections of the pool still lead to the database that the session left.
      if (isElsewhere) void database.leaveUnused();
      log(event);
      count(event);
    },
  });
}

/**
 * Before a session publishes: the topics exist, and database and topics know the same.
 *
 * @param sessionDatabase identity of the database on which the session holds its lock
 * @throws DatabaseBehindError; the error of Kafka or Postgres
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
        logger.warn({ topic }, 'no right to read: whether the database went back is not known');
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
  logger.warn('no topic for revocations: after a restore nobody would know of them');
}
