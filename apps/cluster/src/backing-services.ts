import { join } from 'node:path';
import { startEmbeddedPostgres, startLocalKafka, type LocalService } from '@lethe/local-services';
import type { ClusterConfig } from './cluster.config.js';
import type { Part } from './running-parts.js';

/** Where a service is, and its process where the cluster started it. */
export interface Service {
  readonly address: string;
  readonly process?: Part;
}

/**
 * Our services get process groups of their own: after Ctrl-C the apps finish what they have in
 * hand, and need them for that.
 */
const ownProcessGroup = true;

/** The database that is configured, or one of our own in the data folder. */
export async function openPostgres(config: ClusterConfig, dataDir: string): Promise<Service> {
  if (config.DATABASE_URL !== undefined) return { address: config.DATABASE_URL };
  const server = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    note: join(dataDir, 'database.json'),
    ownProcessGroup,
  });
  return { address: server.url, process: toPart('PostgreSQL', server) };
}

/** The Kafka that is configured, or one of our own in the data folder. */
export async function openKafka(config: ClusterConfig, dataDir: string): Promise<Service> {
  if (config.KAFKA_BROKERS !== undefined) return { address: config.KAFKA_BROKERS.join() };
  const folder = join(dataDir, 'kafka');
  const port = config.KAFKA_PORT;
  const server = await startLocalKafka({ dataDir: folder, port, ownProcessGroup });
  return { address: server.brokers, process: toPart('Kafka', server) };
}

function toPart(name: string, service: LocalService): Part {
  return { ended: service.exited.then(() => `${name} ended`), stop: () => service.stop() };
}
