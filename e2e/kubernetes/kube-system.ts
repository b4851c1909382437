import { TOPICS, topicName } from '@lethe/contracts';
import { createKafka, createTopic, type ReceivedRecord } from '@lethe/messaging';
import { PATIENT_CLIENT, type WaitOptions } from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import pg from 'pg';
import { EVENT_PARTITIONS } from '../chaos/load/event-stream.js';
import { DELETING_AT } from '../chaos/load/request-loops.js';
import type { CheckedSystem } from '../chaos/system/final-state.js';
import type { UsedWorkspace } from '../chaos/load/hidden-texts.js';
import { Api } from '../support/api.js';
import { untilPublished } from '../support/backlog.js';
import { deletingWorkspace } from '../support/deletion-orders.js';
import { grantAllRights } from '../support/grant-rights.js';
import { SecureServices } from '../support/secure-services.js';
import { TOKENS, WORKSPACES } from '../support/workspaces.js';
import type { TopicKey } from '../system.js';
import { Receiver } from '../test-api/receiver.js';
import type { KubeNode } from './kube-node.js';
import { ProductionRelease, type InstallOptions } from './production-release.js';
import { EVENTS, PREFIX } from './production-values.js';

/** The images of the installation: the tag that deploy/tools/images.sh uses by default. */
export const TAG = '0.1.0';
export const APPS = [
  'gateway',
  'regulation',
  'test-runner',
  'deletion-worker',
  'event-filter',
  'cli',
];
/** Paths of the receiver for the destinations at which users are deleted. */
const PATHS: Readonly<Record<(typeof DELETING_AT)[number], string>> = {
  ...{ dst_plain: '/deletions', dst_slow: '/slow/700', dst_flaky: '/flaky' },
};

/**
 * Lethe on a node, with values for production. PostgreSQL, Kafka and the receiver run beside the
 * node, on its address.
 */
export class KubeSystem implements CheckedSystem {
  readonly events = EVENTS;
  /** No spans are collected. */
  readonly spans = { texts: [], seen: [] };
  /** Address of the Service of the gateways, without a path. */
  address = '';
  /** Names of all objects in the namespace before the installation. */
  objectsBefore: readonly string[] = [];

  private constructor(
    readonly node: KubeNode,
    readonly services: SecureServices,
    readonly receiver: Receiver,
    readonly release: ProductionRelease,
    readonly workspaces: readonly UsedWorkspace[],
  ) {}

  /** Starts the servers, prepares the cluster, and installs the release. */
  static async start(node: KubeNode): Promise<KubeSystem> {
    const system = await KubeSystem.prepare(node);
    await system.install().catch(async (error: unknown) => {
      const state = await system.release.describe();
      await system.stop();
      throw new Error(`${String(error)}\n${state}`, { cause: error });
    });
    return system;
  }

  /** Starts the servers, and prepares the cluster. Installs nothing. */
  static async prepare(node: KubeNode): Promise<KubeSystem> {
    const host = node.address;
    await node.load(...APPS.map((app) => `localhost/lethe/${app}:${TAG}`));
    const services = await SecureServices.start({ host, clients: node.podNetworks });
    const receiver = await Receiver.start(host);
    const workspaces = [...WORKSPACES, deletingWorkspace(receiver.url, PATHS)];
    const release = new ProductionRelease(node, services, workspaces);
    const system = new KubeSystem(node, services, receiver, release, workspaces);
    await system.query(release.sqlOfUsers);
    await prepareKafka(services);
    await release.prepare();
    system.objectsBefore = await release.objects();
    return system;
  }

  /** Installs or upgrades the release. @param options see `ProductionRelease.install` */
  async install(options?: InstallOptions): Promise<void> {
    await this.release.install(TAG, options);
    this.address = await this.release.gatewayUrl();
  }

  /** For the checks, which read `system.query` and `system.records`. */
  get system(): this {
    return this;
  }

  /** The plain-text listener of Kafka, which only the test reaches. */
  get kafka(): { readonly address: string } {
    return { address: this.services.kafka.internalBrokers };
  }

  api(token: keyof typeof TOKENS): Api {
    return new Api(this.address, TOKENS[token]);
  }

  async query<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.services.postgres.url });
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Returns the committed records of a topic. */
  records(key: TopicKey): Promise<ReceivedRecord[]> {
    return collectRecords(this.kafka.address, topicName(PREFIX, TOPICS[key]));
  }

  async drained(options?: WaitOptions): Promise<void> {
    await untilPublished(this, options);
  }

  async ready(): Promise<void> {
    await this.release.ready();
  }

  async stopApps(): Promise<void> {
    await this.release.uninstall();
  }

  /** Removes the namespace, with all that is in it, and stops the servers. */
  async stop(): Promise<void> {
    await this.release.remove();
    await this.receiver.stop();
    await this.services.stop();
  }
}

/** Grants the rights of the user, and creates the topics of the event filter. */
async function prepareKafka({ kafka: { internalBrokers } }: SecureServices): Promise<void> {
  await grantAllRights(internalBrokers, PREFIX, 'lethe');
  const brokers = internalBrokers.split(',');
  const client = createKafka({ brokers, clientId: 'operator', ...PATIENT_CLIENT });
  for (const topic of [EVENTS.input, EVENTS.output]) {
    await createTopic(client, topic, EVENT_PARTITIONS);
  }
}
