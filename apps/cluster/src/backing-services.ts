import { join } from 'node:path';
import { startEmbeddedPostgres, startLocalKafka, type LocalService } from '@lethe/local-services';
import type { ClusterConfig } from './cluster.config.js';
import type { Part } from './running-parts.js';

/** Address of a service, and its process if the cluster started it. */
export interface Service {
  readonly address: string;
  readonly process?: Part;
}

/** Ctrl-C must not end these services, because the apps need them to finish requests in flight. */
const ownProcessGroup = true;

/** Returns the configured database, or starts one in the data folder. */
export async function openPostgres(config: ClusterConfig, dataDir: string): Promise<Service> {
  if (config.DATABASE_URL !== undefined) return { address: config.DATABASE_URL };
  const server = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    note: join(dataDir, 'database.json'),
    ownProcessGroup,
  });
  return { address: server.url, process: toPart('PostgreSQL', server) };
}

/** Returns the configured Kafka, or starts one in the data folder. */
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
