import { CompressionTypes, kafkajsOf, type Producer } from '@lethe/testing/kafka';
import { createKafka } from '@lethe/messaging';
import { freePorts } from '../support/free-ports.js';
import { Instance } from '../support/instance.js';
import { mainOf } from '../support/main-of.js';
import { OwnService } from '../support/own-services.js';
import { OTHER_WORKSPACE, TOKENS, WORKSPACE, DATA_PLANES } from '../support/workspaces.js';
import { System, type AppName } from '../system.js';
import { Receiver } from '../test-api/receiver.js';
import type { Target } from './prometheus.js';

const EVENTS = { in: 'watched.in', out: 'watched.out' };
/** Limit of requests in flight of each gateway, so low that a test can reach it. */
const IN_FLIGHT = '24';
const TEST_RUNS = '4';
/** Requests a second for one token: more than the usual load sends. */
const RATE = '25';

/**
 * All processes that show metrics, with their own Kafka and a receiver of requests. Their ports are
 * known before the start.
 */
export class WatchedSystem {
  private constructor(
    readonly system: System,
    readonly kafka: OwnService,
    readonly receiver: Receiver,
    /** Event filters. The second one waits for a missing topic, and reports another build. */
    readonly filters: readonly [filter: Instance, waiting: Instance],
    readonly targets: readonly Target[],
    private readonly producer: Producer,
  ) {}

  static async start(): Promise<WatchedSystem> {
    const kafka = await OwnService.kafka();
    await kafka.start();
    const receiver = await Receiver.start();
    const targets: Target[] = [];
    const ports = await freePorts(8);
    const portOf = (app: string): string => {
      const port = String(ports.pop());
      targets.push({ app, address: `127.0.0.1:${port}` });
      return port;
    };
    const environment = (app: AppName): Record<string, string> => {
      const port = portOf(app);
      const own: Record<AppName, Record<string, string>> = {
        gateway: {
          LETHE_METRICS_LISTEN: `127.0.0.1:${port}`,
          LETHE_MAX_IN_FLIGHT: IN_FLIGHT,
          LETHE_TEST_RUN_TIMEOUT: '10',
          LETHE_RATE_TOKEN: RATE,
        },
        regulation: { PORT: port, LETHE_DATABASE_POOL: '8' },
        'test-runner': { PORT: port, LETHE_TEST_RUNS: TEST_RUNS },
        'deletion-worker': { PORT: port },
      };
      return own[app];
    };
    const system = await System.start({
      brokers: kafka.address,
      regulations: 2,
      runners: 1,
      workers: 1,
      workspaces: workspacesOf(receiver.url),
      environment,
    });
    await system.cli('topics', 'create', EVENTS.in, EVENTS.out).exited;
    const filter = (name: string, env: Record<string, string>): Instance => {
      const instance = new Instance(name, {
        args: [mainOf('event-filter')],
        env: {
          KAFKA_BROKERS: kafka.address,
          LETHE_TOPIC_PREFIX: system.prefix,
          LETHE_EVENTS_IN: EVENTS.in,
          LETHE_EVENTS_OUT: EVENTS.out,
          LETHE_MAX_BATCH_SIZE: '1',
          PORT: portOf('event-filter'),
          ...env,
        },
      });
      instance.start();
      return instance;
    };
    const filters = [
      filter('event-filter', {}),
      filter('waiting-filter', {
        LETHE_EVENTS_IN: 'watched.missing',
        LETHE_EVENTS_GROUP: 'watched.waiting',
        BUILD_VERSION: 'another',
      }),
    ] as const;
    await filters[0].waitForLine(/filtering events/);
    const client = createKafka({ brokers: [kafka.address], clientId: 'e2e' });
    const producer = kafkajsOf(client).producer({ allowAutoTopicCreation: false });
    await producer.connect();
    return new WatchedSystem(system, kafka, receiver, filters, targets, producer);
  }

  /** Sends any text to the topic of events. */
  async event(value: string): Promise<void> {
    await this.producer.send({ topic: EVENTS.in, messages: [{ value }] });
  }

  eventOf(userId: string): Promise<void> {
    const event = { userId, workspaceId: WORKSPACE, sourceId: 'src_web' };
    return this.event(JSON.stringify(event));
  }

  /** Sends a batch that is small on the wire and too large for the filter to decompress. */
  async oversized(topic: 'events' | 'suppressions'): Promise<void> {
    await this.producer.send({
      topic: topic === 'events' ? EVENTS.in : this.system.topic('suppressions'),
      compression: CompressionTypes.GZIP,
      messages: [{ key: 'oversized', value: 'x'.repeat(2 * 1024 * 1024) }],
    });
  }

  /** Polls the feed. @param query with its question mark */
  async poll(dataPlane: 'workspace' | 'other', query = ''): Promise<string> {
    const owner = dataPlane === 'workspace' ? WORKSPACE : OTHER_WORKSPACE;
    const credentials = Buffer.from(`${DATA_PLANES[dataPlane]}:`).toString('base64');
    const path = `/dataplane/workspaces/${owner}/regulations/suppressions${query}`;
    const answer = await fetch(`${this.system.addressOf(0)}${path}`, {
      headers: { authorization: `Basic ${credentials}` },
    });
    if (answer.status !== 200) throw new Error(`${answer.status}`);
    return ((await answer.json()) as { token: string }).token;
  }

  async stop(): Promise<void> {
    await this.producer.disconnect().catch(() => undefined);
    await Promise.all(this.filters.map((filter) => filter.stop()));
    await this.system.stop();
    await this.receiver.stop();
    await this.kafka.remove();
  }
}

function workspacesOf(url: string): readonly object[] {
  const deletionSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const hook = (id: string, path: string) => ({
    id,
    name: id,
    type: 'WEBHOOK',
    enabled: true,
    config: { webhookUrl: `${url}${path}`, deletionUrl: `${url}${path}`, deletionSecret },
  });
  const workspace = (id: string, token: string, dataPlane: string) => ({
    id,
    name: id,
    deletionDelay: 0,
    tokens: [{ name: 'admin', email: 'a@e2e.example', token, role: 'admin' }],
    sources: [
      { id: `src_${id}`, name: 'S', type: 'Javascript', enabled: true, writeKey: `wk_${id}` },
    ],
    destinations: [
      hook(`dst_${id}_well`, '/well'),
      hook(`dst_${id}_held`, '/held/0'),
      hook(`dst_${id}_refused`, '/status/401'),
      hook(`dst_${id}_failing`, '/status/503'),
    ],
    dataPlanes: [
      { name: 'data plane', token: dataPlane },
      { name: 'unused', token: `${dataPlane}_unused` },
    ],
  });
  return [
    workspace(WORKSPACE, TOKENS.admin, DATA_PLANES.workspace),
    workspace(OTHER_WORKSPACE, TOKENS.otherAdmin, DATA_PLANES.other),
  ];
}
