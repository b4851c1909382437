import { CatalogReader } from '@lethe/catalog';
import { DEFAULT_REGULATION_LIMITS, type RegulationLimits } from '@lethe/contracts';
import { Metrics } from '@lethe/observability';
import type { Relay } from './relay/session/relay.js';
import { startBackgroundWork } from './background-work.js';
import type { DatabasePools } from './database/open-pools.js';
import { CommandGate } from './command-gate.js';
import { createCommands, type Commands } from './commands.js';
import type { ServiceParts } from './service-parts.js';
import { ForegroundWork } from './foreground-work.js';
import { createImportWork } from './imports/process-imports.js';
import { backlogMetrics } from './backlog/backlog-metrics.js';
import { commandMetrics } from './record/command-metrics.js';
import { countsEndedImports } from './imports/import-metrics.js';
import { IdentifierHashes } from './record/identifier-hashes.js';
import { RegulationEvents } from './record/regulation-events.js';
import { CombinedCreates } from './regulations/create/combined-creates.js';
import { createRelay, type CreateRelayOptions } from './relay/create-relay.js';
import { TopicLossDetector } from './relay/position/topic-loss-detector.js';
import {
  RelayRecordSource,
  type CompletenessIntervals,
} from './relay/sources/relay-record-source.js';
import { createWakeRelay } from './relay/wake-relay.js';

export interface RegulationCoreOptions extends Omit<
  CreateRelayOptions,
  'database' | 'relayRecord'
> {
  readonly databases: Omit<DatabasePools, 'start' | 'stop'>;
  /** Default: `DEFAULT_REGULATION_LIMITS`. */
  readonly limits?: RegulationLimits;
  /**
   * Keys for the hashes by which look-ups find users. Each key has 32 bytes. New data is hashed
   * with the first key. Without keys, no hashes are stored.
   */
  readonly identifierKeys?: readonly Buffer[];
  /** Days for which personal data is kept after the deletions end. Default: 30. */
  readonly personalDataDays?: number;
  /** Intervals of the relay's polls and counts. The default suits millions of users. */
  readonly completenessIntervals?: CompletenessIntervals;
}

/** The regulation service without RPC and HTTP. */
export interface RegulationCore {
  readonly commands: Commands;
  readonly gate: Pick<CommandGate, 'drain'>;
  readonly relay: Relay;
  /** True if the suppressions topic is reachable, or if Kafka is not configured. */
  isKafkaUp(): Promise<boolean>;
  /** Starts the relay. Call it after the database is connected. */
  start(): void;
  /** Stops after the publication in progress has ended. The caller closes the database. */
  stop(): Promise<void>;
}

const DEFAULT_PERSONAL_DATA_DAYS = 30;

export function createRegulationCore(options: RegulationCoreOptions): RegulationCore {
  const { databases, topicPrefix, kafka, metrics = new Metrics(false) } = options;
  const { limits = DEFAULT_REGULATION_LIMITS } = options;
  const database = databases.commands;
  const { query } = databases.relay;
  const lossDetector = kafka && new TopicLossDetector({ ...options, kafka, query });
  const relayRecord =
    lossDetector && new RelayRecordSource({ ...options, kafka, query, lossDetector });
  const relay = createRelay({
    ...options,
    metrics,
    database: databases.relay,
    ...(relayRecord && { relayRecord }),
  });
  const foreground = new ForegroundWork();
  const gate = new CommandGate(foreground, databases.readsOfWorkspace);
  const hashes = new IdentifierHashes(options.identifierKeys ?? []);
  const parts: ServiceParts = {
    gate,
    database,
    reads: databases.reads,
    catalog: new CatalogReader(database),
    events: new RegulationEvents(topicPrefix),
    topicPrefix,
    hashes,
    creates: new CombinedCreates(database, hashes),
    limits,
    personalDataDays: options.personalDataDays ?? DEFAULT_PERSONAL_DATA_DAYS,
    metrics: commandMetrics(metrics),
    logger: options.logger,
    afterCommit: createWakeRelay(relay, database.query),
  };
  const stopBackgroundWork = startBackgroundWork({
    ...parts,
    backlog: backlogMetrics(metrics, {
      database: databases.relay,
      isLeading: () => relay.state === 'leading',
    }),
    imports: createImportWork({ ...parts, foreground, endedImports: countsEndedImports(metrics) }),
  });
  return {
    commands: createCommands(parts),
    gate,
    relay,
    isKafkaUp: async () => (await lossDetector?.isUp()) ?? true,
    start: () => {
      relay.start();
    },
    stop: async () => {
      await stopBackgroundWork();
      await relay.stop();
      await lossDetector?.close();
      await relayRecord?.close();
    },
  };
}
