import type { Server } from 'node:net';
import { CATALOG_SCHEMA, importDefinitionsFile } from '@lethe/catalog';
import { kafkaSecurity, postgresConnection, rpcTls, splitAddress } from '@lethe/config';
import { TOPICS } from '@lethe/contracts';
import { createKafka, ensureTopics, reachTopics, TransactionalPublisher } from '@lethe/messaging';
import { NestLogger, openService, type Fail, type RunningApp } from '@lethe/observability';
import { NestFactory } from '@nestjs/core';
import { CommandServer } from './rpc/command-server.js';
import { limitsOf, type RegulationConfig } from './regulation.config.js';
import { openPools } from './database/open-pools.js';
import { refuseLateVerifications } from './deletions/verifications/refuse-late-verifications.js';
import { REGULATION_SCHEMA } from './database/regulation-schema.js';
import { REGULATION_ENTITIES } from './record/regulation.entity.js';
import { createRegulationCore } from './create-regulation-core.js';
import { RegulationModule } from './rpc/regulation.module.js';
import { CommandPort } from './rpc/command-port.js';
import { maxCommandLength } from './rpc/max-command-length.js';
import { CommandTimes } from './rpc/command-times.js';
import { CallerKeyCheck } from './rpc/caller-key-check.js';

const STARTING = 'starting';

/**
 * Runs the service as a process. The port accepts commands at once. Without PostgreSQL, each
 * command is refused. Without Kafka, facts wait in the outbox.
 */
export async function startRegulation(config: RegulationConfig, fail: Fail): Promise<RunningApp> {
  const service = await openService('regulation', config);
  const { health, logger, metrics, signal } = service;
  importDefinitionsFile(config.LETHE_DEFINITIONS_FILE);
  const database = postgresConnection(config);
  const databases = openPools(
    {
      ...database,
      ...service.database(),
      schema: REGULATION_SCHEMA.schema,
      entities: REGULATION_ENTITIES,
      schemas: [CATALOG_SCHEMA, REGULATION_SCHEMA],
      schemaPolicy: config.LETHE_MIGRATE_ON_START ? 'migrate' : 'check',
      onWaiting: () => {
        health.unblock(STARTING); // a database outage must not make all instances unready
      },
    },
    config.LETHE_DATABASE_POOL,
  );
  const kafka = createKafka({
    brokers: config.KAFKA_BROKERS,
    ...kafkaSecurity(config),
    ...service.kafka,
  });
  const { LETHE_TOPIC_PREFIX: prefix } = config;
  const definitions = Object.values(TOPICS);
  const createTopics = () => ensureTopics(kafka, { prefix, definitions });
  const core = createRegulationCore({
    databases,
    sessionUrl: database.sessionUrl,
    ...(config.LETHE_CREATE_TOPICS && { createTopics }),
    publisher: new TransactionalPublisher(kafka, {
      transactionalId: `${prefix}regulation-relay`,
    }),
    kafka,
    topicPrefix: prefix,
    limits: limitsOf(config),
    identifierKeys: config.LETHE_IDENTIFIER_KEY?.map(({ bytes }) => bytes) ?? [],
    personalDataDays: config.LETHE_PII_RETENTION_DAYS,
    logger,
    metrics,
    onRefusal: (reason) => {
      health.warn('relay', reason);
    },
  });
  health.addCheck('database', () => databases.commands.isUp());
  health.addCheck('kafka', () => core.isKafkaUp());
  health.block(STARTING);

  const admission = new CallerKeyCheck(config.LETHE_RPC_SECRET, logger);
  admission.start();
  const port = new CommandPort({
    tls: rpcTls(config),
    knows: config.LETHE_RPC_SECRET && ((key) => admission.knows(key)),
    maxCommandLength: maxCommandLength(config.LETHE_LIMIT_BODY_BYTES),
    logger,
  });
  const times = new CommandTimes(metrics);
  const server = new CommandServer({
    ...splitAddress(config.LETHE_REGULATION_LISTEN),
    ...port.options,
  });
  times.watch(server);
  const app = await NestFactory.createMicroservice(
    RegulationModule.with(core.commands, admission, logger, times),
    { strategy: server, logger: new NestLogger(logger) },
  );
  const healthPort = await service.serveHealth();
  await app.listen();
  port.attach(app.unwrap<Server>());
  logger.info(
    { listen: config.LETHE_REGULATION_LISTEN, health: healthPort },
    'listening for commands',
  );

  const topics = reachTopics(kafka, {
    ...{ prefix, signal, log: service.kafka.log },
    definitions: config.LETHE_CREATE_TOPICS ? definitions : [],
  });
  const connected = databases.start().then(async () => {
    await refuseLateVerifications(databases.commands.query, config.LETHE_PII_RETENTION_DAYS);
    health.unblock(STARTING);
  });
  Promise.all([connected, topics]).then(() => {
    if (!signal.aborted) core.start();
  }, fail);

  return service.running(async () => {
    await port.dismiss();
    admission.stop();
    await core.gate.drain();
    await app.close();
    await core.stop();
    await databases.stop();
  });
}
