import type { Server } from 'node:net';
import { CATALOG_ENTITIES, CATALOG_SCHEMA, importDefinitionsFile } from '@lethe/catalog';
import { assertSchemaUsable, migrateSchema } from '@lethe/database';
import {
  kafkaSecurity,
  postgresSessionTarget,
  postgresTarget,
  refusalTimes,
  rpcTls,
  splitAddress,
} from '@lethe/config';
import { TOPICS } from '@lethe/contracts';
import {
  createKafka,
  ensureTopics,
  ensureTopicsEventually,
  reachKafka,
  TransactionalPublisher,
} from '@lethe/messaging';
import {
  componentLog,
  createLogger,
  describeError,
  Health,
  NestLogger,
  startHealthServer,
  type Fail,
  type RunningApp,
} from '@lethe/observability';
import { NestFactory } from '@nestjs/core';
import { Transport } from '@nestjs/microservices';
import { limitsOf, type RegulationConfig } from './config.js';
import { openPools } from './database/open-pools.js';
import { REGULATION_ENTITIES, REGULATION_SCHEMA } from './database/regulation-schema.js';
import { createRegulationCore } from './regulation-core.js';
import { RegulationModule } from './regulation.module.js';
import { CommandPort } from './rpc/command-port.js';
import { largestCommand } from './rpc/largest-command.js';
import { ReceivedCommands } from './rpc/received-commands.js';

const STARTING = 'starting';

/**
 * Starts the regulation service as a process of its own. It takes commands at once; while Postgres
 * or Kafka is away, commands are refused one by one and what is committed waits in the outbox.
 */
export async function startRegulation(config: RegulationConfig, fail: Fail): Promise<RunningApp> {
  const logger = createLogger('regulation', config.LOG_LEVEL);
  importDefinitionsFile(config.LETHE_DEFINITIONS_FILE);
  const health = new Health();
  const sessionUrl = postgresSessionTarget(config);
  const prepareSchema = config.LETHE_MIGRATE_ON_START ? migrateSchema : assertSchemaUsable;
  const { connectTimeoutMs, lookupMs } = refusalTimes(config);
  const pool = {
    url: postgresTarget(config),
    schema: REGULATION_SCHEMA.schema,
    entities: [...CATALOG_ENTITIES, ...REGULATION_ENTITIES],
    applicationName: 'lethe-regulation',
    connectTimeoutMs,
    keepsSession: config.LETHE_DATABASE_SESSION_URL === undefined,
  };
  const databases = openPools(pool, config.LETHE_DATABASE_POOL, {
    lookupMs,
    prepare: async () => {
      await prepareSchema(sessionUrl, CATALOG_SCHEMA);
      await prepareSchema(sessionUrl, REGULATION_SCHEMA);
    },
    onWaiting: (error) => {
      logger.warn({ error: describeError(error) }, 'the database cannot be reached, trying again');
      health.unblock(STARTING); // an outage that all share makes no instance unready
    },
  });
  const log = componentLog(logger, 'kafka');
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    clientId: 'lethe-regulation',
    log,
    ...kafkaSecurity(config),
  });
  const { LETHE_TOPIC_PREFIX: prefix } = config;
  const definitions = Object.values(TOPICS);
  const createTopics = () => ensureTopics(kafka, { prefix, definitions });
  const core = createRegulationCore({
    databases,
    sessionUrl,
    ...(config.LETHE_CREATE_TOPICS && { createTopics }),
    publisher: new TransactionalPublisher(kafka, {
      transactionalId: `${prefix}regulation-relay`,
    }),
    kafka,
    topicPrefix: prefix,
    limits: limitsOf(config),
    logger,
    onRefusal: (reason) => {
      health.warn('relay', reason);
    },
  });
  health.addCheck('database', () => databases.commands.isUp());
  health.addCheck('kafka', () => core.isKafkaUp());
  health.block(STARTING);

  const received = new ReceivedCommands(config.LETHE_RPC_SECRET, logger);
  received.start();
  const port = new CommandPort({
    tls: rpcTls(config),
    knows: config.LETHE_RPC_SECRET && ((key) => received.knows(key)),
    largestCommand: largestCommand(config.LETHE_LIMIT_BODY_BYTES),
    logger,
  });
  const app = await NestFactory.createMicroservice(
    RegulationModule.with(core.regulations, received, logger),
    {
      transport: Transport.TCP,
      options: { ...splitAddress(config.LETHE_REGULATION_LISTEN), ...port.options },
      logger: new NestLogger(logger),
    },
  );
  const healthServer = await startHealthServer({ health, host: config.HOST, port: config.PORT });
  await app.listen();
  port.attach(app.unwrap<Server>());
  logger.info(
    { listen: config.LETHE_REGULATION_LISTEN, health: healthServer.port },
    'taking commands',
  );

  const stopping = new AbortController();
  const { signal } = stopping;
  const topics = reachKafka(kafka, { signal, log }).then(async () => {
    if (!config.LETHE_CREATE_TOPICS) return;
    await ensureTopicsEventually(kafka, { prefix, definitions, signal, log });
  });
  const connected = databases.start().then(() => {
    health.unblock(STARTING);
  });
  Promise.all([connected, topics]).then(() => {
    if (!stopping.signal.aborted) core.start();
  }, fail);

  return {
    stop: async () => {
      health.block('draining');
      stopping.abort();
      await port.dismiss();
      received.stop();
      await core.regulations.drain();
      await app.close();
      await core.stop();
      await databases.stop();
      await healthServer.close();
    },
  };
}
