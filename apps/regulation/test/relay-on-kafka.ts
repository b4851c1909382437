import { relayRecordSchema, TOPICS, topicName, type RelayRecord } from '@lethe/contracts';
import type { DatabaseConnection } from '@lethe/database';
import {
  createKafka,
  ensureTopics,
  InProcessBroker,
  TransactionalPublisher,
  type KafkaClient,
  type Publisher,
} from '@lethe/messaging';
import { createLogger } from '@lethe/observability';
import { PATIENT_CLIENT, uniquePrefix, waitFor } from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import { createRegulationCore, type RegulationCore } from '../src/create-regulation-core.js';
import { readPosition } from '../src/relay/position/relay-position.js';
import {
  contextOf,
  newTestService,
  suppress,
  testServiceOn,
  type TestService,
} from './test-service.js';

const { suppressions, relay, lifecycle, deletions, revocations } = TOPICS;
const PUBLISHED_TOPICS = [suppressions, relay, lifecycle, deletions, revocations];

interface CoreOptions {
  readonly database?: DatabaseConnection;
  readonly withoutTopics?: boolean;
  readonly around?: (publisher: Publisher) => Publisher;
  readonly onRefusal?: (reason: string | undefined) => void;
}

export class RelayOnKafka {
  readonly kafka: KafkaClient;
  readonly states: string;
  private readonly running: RegulationCore[] = [];

  private constructor(
    private readonly brokers: string,
    readonly prefix: string,
    readonly service: TestService,
  ) {
    this.states = topicName(prefix, TOPICS.suppressions);
    this.kafka = createKafka({
      brokers: brokers.split(','),
      clientId: 'test',
      ...PATIENT_CLIENT,
    });
  }

  /** @param url URL of an existing database; if absent, a new database is created */
  static async make(brokers: string, url?: string): Promise<RelayOnKafka> {
    const prefix = uniquePrefix();
    const service =
      url === undefined
        ? await newTestService(prefix)
        : await testServiceOn(url, { topicPrefix: prefix });
    const made = new RelayOnKafka(brokers, prefix, service);
    await made.createTopics();
    return made;
  }

  readonly createTopics = (): Promise<unknown> =>
    ensureTopics(this.kafka, { prefix: this.prefix, definitions: PUBLISHED_TOPICS });

  readonly query: TestService['database']['query'] = (sql, parameters) =>
    this.service.database.query(sql, parameters);

  start(options: CoreOptions = {}): RegulationCore {
    const { kafka, createTopics, prefix } = this;
    const { withoutTopics = false, around = (publisher: Publisher) => publisher } = options;
    const id = { transactionalId: `${prefix}relay`, deadlineMs: 60_000 };
    return this.startCore(options, {
      publisher: around(new TransactionalPublisher(kafka, id)),
      kafka,
      ...(withoutTopics ? {} : { createTopics }),
    });
  }

  startInProcess(): RegulationCore {
    return this.startCore({}, { publisher: new InProcessBroker().publisher() });
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.splice(0).map((core) => core.stop()));
  }

  async close(): Promise<void> {
    await this.stop();
    await this.service.close();
  }

  async create(...users: string[]): Promise<void> {
    const request = suppress(...users);
    await this.service.commands.createRegulations({
      context: contextOf(),
      ...request,
      wantRecords: false,
    });
  }

  async told(position: number): Promise<void> {
    await waitFor(async () => (await readPosition(this.query)).position === String(position));
  }

  async usersOnTopic(): Promise<string[]> {
    const records = await collectRecords(this.brokers, this.states);
    return records.map(({ key }) => String(key).replace('ws_a:', '')).sort();
  }

  async statesOnTopic(count: number): Promise<void> {
    await waitFor(async () => (await this.usersOnTopic()).length === count);
  }

  /** Returns undefined if the relay record was removed or does not exist. */
  async newestRecord(): Promise<RelayRecord | undefined> {
    const records = await collectRecords(this.brokers, topicName(this.prefix, TOPICS.relay));
    const value = records.at(-1)?.value ?? null;
    return value === null ? undefined : relayRecordSchema.parse(JSON.parse(value.toString()));
  }

  recordThat(isRight: (record: RelayRecord) => boolean): Promise<RelayRecord> {
    return waitFor(
      async () => {
        for (const { relay } of this.running) relay.wake(); // makes the relay publish its record
        const record = await this.newestRecord();
        return record !== undefined && isRight(record) ? record : undefined;
      },
      { message: 'a record of the relay', intervalMs: 100 },
    );
  }

  /** Starts a core with short intervals, because the tests wait for polls and counts. */
  private startCore(
    { database = this.service.database, onRefusal }: CoreOptions,
    place: { readonly publisher: Publisher; readonly kafka?: KafkaClient },
  ): RegulationCore {
    const core = createRegulationCore({
      databases: {
        ...{ commands: database, reads: database, relay: database },
        readsOfWorkspace: 1,
      },
      sessionUrl: this.service.url,
      topicPrefix: this.prefix,
      completenessIntervals: { pollEveryMs: 200, countEveryMs: 200, countShare: 1 },
      logger: createLogger('test', 'fatal'),
      ...(onRefusal === undefined ? {} : { onRefusal }),
      ...place,
    });
    core.start();
    this.running.push(core);
    return core;
  }
}
