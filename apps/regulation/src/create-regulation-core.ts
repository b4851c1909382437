import { CatalogReader } from '@lethe/catalog';
import { DEFAULT_REGULATION_LIMITS, type RegulationLimits } from '@lethe/contracts';
import type { DatabaseTarget } from '@lethe/database';
import type { KafkaClient, Publisher } from '@lethe/messaging';
import type { Logger } from '@lethe/observability';
import type { Relay, RunQuery } from '@lethe/outbox';
import type { DatabasePools } from './database/open-pools.js';
import { startHousekeeping } from './housekeeping.js';
import { RegulationCommandsService } from './regulation-commands.service.js';
import { RegulationEvents } from './regulations/regulation-events.js';
import { createRelay } from './relay/create-relay.js';
import { TopicLossDetector } from './relay/position/topic-loss-detector.js';
import { CompletenessSource, type CompletenessPace } from './relay/sources/completeness-source.js';
import { createWakeRelay } from './relay/wake-relay.js';

export interface RegulationCoreOptions {
  readonly databases: Omit<DatabasePools, 'start' | 'stop'>;
  /** Where a connection keeps its session (no transaction pooler): the relay's lock needs one. */
  readonly sessionUrl: DatabaseTarget;
  readonly publisher: Publisher;
  /** Absent when records go to a broker inside of the process. */
  readonly kafka?: KafkaClient;
  /** Creates missing topics; absent when operators create them. */
  readonly createTopics?: () => Promise<unknown>;
  readonly topicPrefix: string;
  /** The defaults when absent. */
  readonly limits?: RegulationLimits;
  readonly logger: Logger;
  /**
   * How often the relay looks at the topic and counts users; the default suits millions of users.
   */
  readonly pace?: CompletenessPace;
  /** Called with the reason why nothing may be published, and with undefined once it may. */
  readonly onRefusal?: (reason: string | undefined) => void;
}

/** The regulation service without an RPC or HTTP front. */
export interface RegulationCore {
  readonly commands: RegulationCommandsService;
  readonly relay: Relay;
  /** Whether the topic of suppressions can be reached right now; true without Kafka. */
  isKafkaUp(): Promise<boolean>;
  /** Begins to relay. To be called once the database is there. */
  start(): void;
  /**
   * Finishes the round that is being published. Does not close the database: that is the caller's.
   */
  stop(): Promise<void>;
}

/** Puts the service together. */
export function createRegulationCore(options: RegulationCoreOptions): RegulationCore {
  const { databases, topicPrefix, kafka } = options;
  const database = databases.commands;
  const query: RunQuery = (sql, parameters) => databases.relay.query(sql, parameters);
  const lossDetector = kafka && new TopicLossDetector({ ...options, kafka, query });
  const completeness =
    lossDetector && new CompletenessSource({ ...options, kafka, query, lossDetector });
  const relay = createRelay({
    ...options,
    database: databases.relay,
    ...(completeness && { completeness }),
  });
  const commands = new RegulationCommandsService({
    databases,
    catalog: new CatalogReader(database),
    events: new RegulationEvents(topicPrefix),
    limits: options.limits ?? DEFAULT_REGULATION_LIMITS,
    afterCommit: createWakeRelay(relay, (sql, parameters) => database.query(sql, parameters)),
  });
  const stopHousekeeping = startHousekeeping(database, options.logger);
  return {
    commands,
    relay,
    isKafkaUp: async () => (await lossDetector?.isUp()) ?? true,
    start: () => {
      relay.start();
    },
    stop: async () => {
      stopHousekeeping();
      await relay.stop();
      await lossDetector?.close();
      await completeness?.close();
    },
  };
}
