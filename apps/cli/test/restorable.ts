import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { randomBytes } from 'node:crypto';
import { CATALOG_SCHEMA, TokenAuthenticator } from '@lethe/catalog';
import { TOPICS, topicName } from '@lethe/contracts';
import { createDataSource, DatabaseConnection, migrateSchema } from '@lethe/database';
import {
  createKafka,
  ensureTopics,
  TransactionalPublisher,
  type ReceivedRecord,
} from '@lethe/messaging';
import { createLogger } from '@lethe/observability';
import type { RegulationCore } from '@lethe/regulation';
import {
  createTestDatabase,
  PATIENT_CLIENT,
  testKafkaBrokers,
  testPostgresUrl,
  uniquePrefix,
  waitFor,
} from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import pg from 'pg';

/** Counts changes that the relay has not published. */
const BACKLOG = `
  select (select count(*) from regulation.outbox)
       + (select count(*) from regulation.suppressions where change_seq is null or change_seq > coalesce(
            (select position from regulation.relay_positions where name = 'suppressions'), 0))
       + (select count(*) from catalog.revocations where hash not in (
            select hash from regulation.told_revocations)) as waiting`;

/** A regulation service with its relay, on a database that can be copied and restored. */
export class Restorable {
  core: RegulationCore | undefined;
  /** Reason why the relay refuses to publish. */
  refusal: string | undefined;
  private database: DatabaseConnection | undefined;
  private readonly copies: string[] = [];

  private constructor(
    readonly url: string,
    readonly brokers: string,
    readonly prefix: string,
    private readonly drop: () => Promise<void>,
  ) {}

  static async make(): Promise<Restorable> {
    const { REGULATION_SCHEMA } = await import('@lethe/regulation');
    const database = await createTestDatabase();
    const { url } = database;
    await migrateSchema(url, CATALOG_SCHEMA);
    await migrateSchema(url, REGULATION_SCHEMA);
    const made = new Restorable(url, await testKafkaBrokers(), uniquePrefix(), () =>
      database.drop(),
    );
    await made.ensureTopics();
    return made;
  }

  get environment(): Record<string, string> {
    const { url, brokers, prefix } = this;
    return {
      DATABASE_URL: url,
      KAFKA_BROKERS: brokers,
      LETHE_TOPIC_PREFIX: prefix,
      LETHE_SECRET_KEY: `k:${Buffer.alloc(32, 1).toString('base64')}`,
    };
  }

  async ensureTopics(prefix = this.prefix): Promise<void> {
    await ensureTopics(this.kafka(), { prefix, definitions: Object.values(TOPICS) });
  }

  /**
   * @param prefix prefix of the topics; a new prefix gives empty topics, as after a loss of Kafka
   */
  async start(prefix = this.prefix): Promise<void> {
    const { createRegulationCore, REGULATION_ENTITIES, REGULATION_SCHEMA } =
      await import('@lethe/regulation');
    this.refusal = undefined;
    this.database = new DatabaseConnection({
      dataSource: createDataSource({
        url: this.url,
        schema: REGULATION_SCHEMA.schema,
        entities: REGULATION_ENTITIES,
        applicationName: 'restorable',
        poolSize: 10,
        statementTimeoutMs: 600_000,
        connectTimeoutMs: 20_000,
      }),
      prepare: () => Promise.resolve(),
    });
    await this.database.start();
    const kafka = this.kafka();
    this.core = createRegulationCore({
      databases: {
        ...{ commands: this.database, reads: this.database, relay: this.database },
        readsOfWorkspace: 1,
      },
      sessionUrl: this.url,
      publisher: new TransactionalPublisher(kafka, {
        transactionalId: `${prefix}regulation-relay`,
        deadlineMs: 60_000,
      }),
      kafka,
      topicPrefix: prefix,
      logger: createLogger('restorable', 'fatal'),
      onRefusal: (reason) => (this.refusal = reason),
    });
    this.core.start();
  }

  async stop(): Promise<void> {
    await this.core?.stop();
    await this.database?.stop();
    this.core = this.database = undefined;
  }

  /** Copies the database while the service is stopped. @returns name of the copy */
  async backUp(): Promise<string> {
    const copy = `backup_${randomBytes(6).toString('hex')}`;
    // PostgreSQL can need a moment to notice that a connection was closed.
    await waitFor(
      async () => {
        await onServer((server) => server.query(`create database ${copy} template ${this.name}`));
        return true;
      },
      { message: 'the database to be copied' },
    );
    this.copies.push(copy);
    return copy;
  }

  /** Replaces the database with a copy, and closes all connections. */
  async putBack(copy: string): Promise<void> {
    await onServer(async (server) => {
      await server.query(`drop database ${this.name} with (force)`);
      await server.query(`create database ${this.name} template ${copy}`);
    });
  }

  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Creates regulations and returns their ids. */
  async create(workspaceId: string, request: CreateRegulationsDto): Promise<string[]> {
    const context = contextOf(workspaceId);
    const created = await this.running.commands.createRegulations({
      context,
      ...request,
      wantRecords: true,
    });
    return created.records?.map(({ id }) => id) ?? [];
  }

  async cancel(workspaceId: string, id: string): Promise<void> {
    const allowedTypes = ['suppress', 'suppress_with_delete'] as const;
    await this.running.commands.cancelRegulation({
      context: contextOf(workspaceId),
      id,
      allowedTypes,
    });
  }

  /** Returns the suppressions in the feed of a workspace, as sorted texts `user source`. */
  async feed(workspaceId: string): Promise<string[]> {
    const { deadline } = contextOf(workspaceId);
    const context = { deadline, requestId: 'test', workspaceIds: [workspaceId] };
    const { items } = await this.running.commands.suppressionPage({
      context,
      limit: 1_000,
    });
    const active = items.filter(({ canceled }) => !canceled);
    return active.map(({ userId, sourceIds }) => `${userId} ${sourceIds[0] ?? '*'}`).sort();
  }

  async isTokenKnown(token: string): Promise<boolean> {
    if (this.database === undefined) throw new Error('Nothing runs.');
    return (await new TokenAuthenticator(this.database).authenticate(token)) !== undefined;
  }

  async told(): Promise<void> {
    await waitFor(
      async () => (await this.query<{ waiting: string }>(BACKLOG))[0]?.waiting === '0',
      { message: () => `everything to be told; the relay refuses because: ${this.refusal ?? '-'}` },
    );
  }

  records(topic: keyof typeof TOPICS, prefix = this.prefix): Promise<ReceivedRecord[]> {
    return collectRecords(this.brokers, topicName(prefix, TOPICS[topic]));
  }

  /**
   * Returns the suppressions in the newest record of each key, as sorted texts `workspace:user
   * source`.
   */
  async topic(): Promise<string[]> {
    const newest = new Map<string, string[]>();
    for (const { key, value } of await this.records('suppressions')) {
      newest.set(key ?? '', value === null ? [] : sourcesOf(value));
    }
    return [...newest].flatMap(([key, all]) => all.map((source) => `${key} ${source}`)).sort();
  }

  async remove(): Promise<void> {
    await this.stop();
    await this.drop();
    for (const copy of this.copies)
      await onServer((server) => server.query(`drop database ${copy}`));
  }

  private get running(): RegulationCore {
    if (this.core === undefined) throw new Error('Nothing runs.');
    return this.core;
  }

  private get name(): string {
    return new URL(this.url).pathname.slice(1);
  }

  private kafka() {
    const brokers = this.brokers.split(',');
    return createKafka({ brokers, clientId: 'restorable', ...PATIENT_CLIENT });
  }
}

function contextOf(workspaceId: string) {
  return { requestId: 'test', deadline: Date.now() + 600_000, workspaceId, actor: 'test token' };
}

function sourcesOf(value: Buffer): string[] {
  const { suppressed } = JSON.parse(value.toString()) as {
    suppressed: { allSources: boolean; sourceIds: string[] };
  };
  return [...(suppressed.allSources ? ['*'] : []), ...suppressed.sourceIds];
}

async function onServer(work: (server: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: await testPostgresUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
