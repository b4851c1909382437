import { setTimeout as sleep } from 'node:timers/promises';
import {
  ADVISORY_LOCKS,
  clientConfig,
  type DatabaseConnection,
  type DatabaseTarget,
} from '@lethe/database';
import type { KafkaClient, Publisher } from '@lethe/messaging';
import { describeError, type Logger } from '@lethe/observability';
import {
  AnotherDatabaseError,
  OutboxSource,
  Relay,
  type RelayEvent,
  type RunQuery,
} from '@lethe/outbox';
import { SCHEMA, THIS_DATABASE } from '../database/schema-name.js';
import { EVENT_SOURCE } from '../regulations/event-source.js';
import { SuppressionSource } from '../suppressions/suppression-source.js';
import { RevocationSource } from '../revocations/revocation-source.js';
import { assertTopicsKnown, DatabaseBehindError } from './assert-topics-known.js';
import { createMissingTopics } from './create-missing-topics.js';
import { noteInProcess } from './relay-position.js';
import type { RelayRecordSource } from './relay-record-source.js';
import { ToldAgainError } from './tell-again.js';
import { RELAY_CHANNEL } from './wake-relay.js';

/** Puts the relay of this service together: facts from the outbox, states from the suppressions, secrets that work no more. */
export function createRelay(options: {
  database: DatabaseConnection;
  sessionUrl: DatabaseTarget;
  publisher: Publisher;
  /** Absent where the publisher is no Kafka's. */
  kafka?: KafkaClient;
  /** The same. */
  record?: RelayRecordSource;
  /** Makes missing topics; absent where that is somebody else's work. */
  createTopics?: () => Promise<unknown>;
  topicPrefix: string;
  logger: Logger;
  /** Told why nothing may be published, and undefined once it may. */
  onRefusal?: (reason: string | undefined) => void;
}): Relay {
  const { database, kafka, record, logger, topicPrefix, onRefusal = () => undefined } = options;
  const query: RunQuery = (sql, parameters) => database.query(sql, parameters);
  const log = relayLog(logger);
  const revocations = new RevocationSource(query, topicPrefix);
  return new Relay({
    sources: [
      new OutboxSource(query, SCHEMA, EVENT_SOURCE),
      new SuppressionSource(query, topicPrefix, (state) => {
        logger.error(
          state,
          'a user is suppressed at more sources than a record can hold: told as suppressed everywhere',
        );
      }),
      revocations,
      ...(record === undefined ? [] : [record]),
    ],
    publisher: options.publisher,
    lock: {
      connection: clientConfig(options.sessionUrl),
      lock: ADVISORY_LOCKS.relay,
      channel: RELAY_CHANNEL,
      database: THIS_DATABASE,
    },
    prepare: async (at) => {
      if (kafka === undefined || record === undefined) return noteInProcess(query);
      await createMissingTopics({ ...options, kafka });
      try {
        const onForbidden = (topic: string): void => {
          logger.warn({ topic }, 'no right to read: whether the database went back is not known');
        };
        await assertTopicsKnown({ query, database: at, kafka, topicPrefix, onForbidden });
        onRefusal(undefined);
      } catch (error) {
        if (error instanceof DatabaseBehindError) {
          onRefusal(error.message);
          await sleep(REFUSAL_PAUSE_MS);
        }
        throw error;
      }
      await record.prepare(at);
      if (await revocations.findTopic(kafka)) return;
      logger.warn('no topic for revocations: after a restore nobody would know of them');
    },
    onEvent: (event) => {
      if (event.kind === 'state') onRefusal(undefined); // whoever leads next finds out
      const isElsewhere = event.kind === 'failure' && event.error instanceof AnotherDatabaseError;
      if (isElsewhere) void database.leaveUnused(); // else they lead there again
      log(event);
    },
  });
}

/** An operator has to do something first; meanwhile it is looked again this often. */
const REFUSAL_PAUSE_MS = 2_000;

/** An outage makes two failures a second; one line in ten seconds tells of it. */
const FAILURE_NOTICE_MS = 10_000;

function relayLog(logger: Logger): (event: RelayEvent) => void {
  let noticedAt = -Infinity;
  return (event) => {
    switch (event.kind) {
      case 'state':
        logger.info({ state: event.state }, 'relay changed state');
        return;
      case 'failure': {
        if (event.error instanceof ToldAgainError) return; // who decided it has told so
        const now = performance.now();
        if (now - noticedAt < FAILURE_NOTICE_MS) return;
        noticedAt = now;
        const { during, error } = event;
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
