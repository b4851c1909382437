import { CatalogReader } from '@lethe/catalog';
import { DEFAULT_REGULATION_LIMITS, type RegulationLimits } from '@lethe/contracts';
import type { DatabaseTarget } from '@lethe/database';
import type { KafkaClient, Publisher } from '@lethe/messaging';
import type { Logger } from '@lethe/observability';
import type { Relay, RunQuery } from '@lethe/outbox';
import type { DatabasePools } from './database/open-pools.js';
import { RegulationEvents } from './regulations/regulation-events.js';
import { RegulationsService } from './regulations/regulations.service.js';
import { createRelay } from './relay/create-relay.js';
import { RelayRecordSource, type RecordPace } from './relay/relay-record-source.js';
import { TopicTelling } from './relay/topic-telling.js';
import { createWakeRelay } from './relay/wake-relay.js';
import { startHousekeeping } from './regulations/housekeeping.js';

export interface RegulationCoreOptions {
  readonly databases: Omit<DatabasePools, 'start' | 'stop'>;
  /** A connection that keeps its session, for the relay's lock. */
  readonly sessionUrl: DatabaseTarget;
  readonly publisher: Publisher;
  /** Absent where the publisher is no Kafka's. */
  readonly kafka?: KafkaClient;
  /** Makes missing topics; absent where that is somebody else's work. */
  readonly createTopics?: () => Promise<unknown>;
  readonly topicPrefix: string;
  /** The defaults when absent. */
  readonly limits?: RegulationLimits;
  readonly logger: Logger;
  /** How often the relay looks at the topic and counts; as is good for many users when absent. */
  readonly pace?: RecordPace;
  /** Told why nothing may be published, and undefined once it may. */
  readonly onRefusal?: (reason: string | undefined) => void;
}

/** The regulation service without anything in front of it. */
export interface RegulationCore {
  readonly regulations: RegulationsService;
  readonly relay: Relay;
  /** Whether the topic of suppressions can be reached right now; true where there is none. */
  isKafkaUp(): Promise<boolean>;
  /** Begins to relay. Call it once the database is there. */
  start(): void;
  /** Finishes the round that is being published. The database is the caller's to close. */
  stop(): Promise<void>;
}

/** Puts the service together. */
export function createRegulationCore(options: RegulationCoreOptions): RegulationCore {
  const { databases, topicPrefix, kafka } = options;
  const database = databases.commands;
  const query: RunQuery = (sql, parameters) => databases.relay.query(sql, parameters);
  const telling = kafka && new TopicTelling({ ...options, kafka, query });
  const record = telling && new RelayRecordSource({ ...options, kafka, query, telling });
  const relay = createRelay({ ...options, database: databases.relay, ...(record && { record }) });
  const regulations = new RegulationsService({
    databases,
    catalog: new CatalogReader(database),
    events: new RegulationEvents(topicPrefix),
    limits: options.limits ?? DEFAULT_REGULATION_LIMITS,
    afterCommit: createWakeRelay(relay, (sql, parameters) => database.query(sql, parameters)),
  });
  const stopHousekeeping = startHousekeeping(database, options.logger);
  return {
    regulations,
    relay,
    isKafkaUp: async () => (await telling?.isUp()) ?? true,
    start: () => {
      relay.start();
    },
    stop: async () => {
      stopHousekeeping();
      await relay.stop();
      await telling?.close();
      await record?.close();
    },
  };
}
