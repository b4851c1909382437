import { randomBytes } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@lethe/testing';
import pg from 'pg';
import type { Store } from './store.js';

/** Tables of which one has partitions, and one another schema. The column has three types. */
const SCHEMA = `
  create table people (id text not null);
  create table visits (person varchar(400) not null, day int not null) partition by list (day);
  create table visits_0 partition of visits for values in (0);
  create table visits_1 partition of visits for values in (1);
  create table visits_2 partition of visits for values in (2);
  create schema crm;
  create table crm.contacts ("userId" text collate "C" primary key)`;

const INSERTS = [
  `insert into people values ($1)`,
  `insert into visits values ($1, 0)`,
  `insert into visits values ($1, 1)`,
  `insert into visits values ($1, 2)`,
  `insert into crm.contacts values ($1)`,
];

export class PostgresStore implements Store {
  readonly type = 'POSTGRES';

  private constructor(
    private readonly database: TestDatabase,
    private readonly client: pg.Client,
    private readonly role: string,
    readonly config: object,
  ) {}

  /** URL of the database, as a superuser. */
  get url(): string {
    return this.database.url;
  }

  static async start(): Promise<PostgresStore> {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const role = `eraser_${randomBytes(6).toString('hex')}`;
    await client.query(SCHEMA);
    await client.query(`create role ${role} login password 'secret'`);
    await client.query(
      `grant usage on schema crm to ${role}; grant select on people, visits, crm.contacts to ${role}`,
    );
    const { hostname: host, port, pathname } = new URL(database.url);
    const store = new PostgresStore(database, client, role, {
      ...{ host, port, database: pathname.slice(1), user: role, password: 'secret' },
      sslMode: 'disable',
      deletionTables: [
        { table: 'visits', userIdColumn: 'person' },
        { table: 'crm.contacts', userIdColumn: 'userId' },
        { table: 'people', userIdColumn: 'id' },
      ],
    });
    await store.allowDeletes();
    return store;
  }

  async fill(userId: string): Promise<void> {
    for (const insert of INSERTS) await this.client.query(insert, [userId]);
  }

  async putBack(userId: string, round: number): Promise<void> {
    await this.client.query(INSERTS[round % INSERTS.length]!, [userId]);
  }

  async count(userId: string): Promise<number> {
    const { rows } = await this.client.query<{ rows: number }>(
      `select ((select count(*) from people where id = $1) + (select count(*) from visits where person = $1)
             + (select count(*) from crm.contacts where "userId" = $1))::int as rows`,
      [userId],
    );
    return rows[0]!.rows;
  }

  /** The login has only `SELECT` meanwhile, so the server refuses every write. */
  async writesDuring(work: () => Promise<void>): Promise<string[]> {
    await this.client.query(`revoke delete on people, visits, crm.contacts from ${this.role}`);
    try {
      await work();
    } finally {
      await this.allowDeletes();
    }
    return [];
  }

  async stop(): Promise<void> {
    await this.client.query(`drop owned by ${this.role}; drop role ${this.role}`);
    await this.client.end();
    await this.database.drop();
  }

  private async allowDeletes(): Promise<void> {
    await this.client.query(`grant delete on people, visits, crm.contacts to ${this.role}`);
  }
}
