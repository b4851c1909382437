import {
  applyWorkspaceFile,
  CATALOG_SCHEMA,
  CatalogEditor,
  CatalogReader,
  checkSecretKey,
  DataPlaneAuthenticator,
  DataPlaneCatalog,
  listSharedNames,
  parseWorkspaceFile,
  PersonSessions,
  RateDemands,
  SessionAuthenticator,
  Sessions,
  SecretBox,
  TokenAuthenticator,
} from '@lethe/catalog';
import { migrateSchema, openDatabase, type DatabaseConnection } from '@lethe/database';
import { uniquePrefix, useTestDatabase } from '@lethe/testing';
import pg from 'pg';
import { SEQUENCE_RIGHTS, TABLE_RIGHTS, WORKSPACE_FILE_RIGHTS } from '../src/grants/rights.js';
import { runCli, type CliResult } from './cli-under-test.js';

const PREFIX = `${uniquePrefix().replace(/[^a-z0-9]/g, '_')}_`;
const PASSWORD = 'role-password';
const INSUFFICIENT_PRIVILEGE = '42501';

const migrated = {
  name: 'migrated',
  migrate: async (url: string) => {
    const { REGULATION_SCHEMA } = await import('@lethe/regulation');
    await migrateSchema(url, CATALOG_SCHEMA);
    await migrateSchema(url, REGULATION_SCHEMA);
  },
};

// Runs before the database is dropped, because a role that has rights cannot be dropped.
afterAll(async () => {
  for (const name of ROLES) await query(`drop owned by ${name}; drop role ${name}`);
});

const database = useTestDatabase({ template: migrated });
const role = (app: string): string => `${PREFIX}${app}`;
const ROLES = ['gateway', 'regulation', 'test_runner', 'deletion_worker'].map(role);

const urlAs = (name: string): string => {
  const url = new URL(database.url);
  [url.username, url.password] = [name, PASSWORD];
  return url.href;
};

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const query = async (sql: string): Promise<object[]> =>
  connected(database.url, async (client) => (await client.query<object>(sql)).rows);

const lethe = (...args: string[]): Promise<CliResult> =>
  runCli(args, { DATABASE_URL: database.url });

/** Prints the SQL and runs it, as an operator does. */
async function grant(...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await lethe('grants', '--prefix', PREFIX, ...args);
  expect([code, stderr]).toEqual([0, []]);
  await connected(database.url, (client) => client.query(stdout.join('\n')));
}

const accessRights = () =>
  query(`select c.oid::regclass::text as object, c.relacl::text as rights, a.attname, a.attacl::text
    from pg_class c left join pg_attribute a on a.attrelid = c.oid and a.attacl is not null
   where c.relnamespace in ('catalog'::regnamespace, 'regulation'::regnamespace) order by 1, 3`);

beforeAll(async () => {
  await grant();
  await query(`insert into catalog.workspaces (id, name) values ('ws', 'Workspace')`);
  for (const name of ROLES) await query(`alter role ${name} password '${PASSWORD}'`);
});

describe('the rights', () => {
  it('list exactly the tables and sequences that the migrations create', async () => {
    const named = (kinds: string) =>
      query(`select relnamespace::regnamespace || '.' || relname as name from pg_class
        where relnamespace in ('catalog'::regnamespace, 'regulation'::regnamespace)
          and relkind in (${kinds}) order by 1`);
    const sorted = (rights: object) =>
      Object.keys(rights)
        .sort()
        .map((name) => ({ name }));
    expect(sorted(TABLE_RIGHTS)).toEqual(await named(`'r', 'p', 'v', 'm'`));
    expect(sorted(SEQUENCE_RIGHTS)).toEqual(await named(`'S'`));
    expect(Object.keys(TABLE_RIGHTS)).toEqual(
      expect.arrayContaining(Object.keys(WORKSPACE_FILE_RIGHTS)),
    );
  });
});

describe('the rights of a role exclude', () => {
  const forbidden: Record<string, Record<string, string>> = {
    gateway: {
      'read regulations': 'select user_id from regulation.regulations',
      'read the outbox': 'select data from regulation.outbox',
      'replace a token': `update catalog.tokens set hash = sha256('x')`,
      'give a token a longer life': 'update catalog.tokens set expires_at = null',
      'give a data plane to a namespace': `update catalog.data_planes set namespace_id = 'ns'`,
      'give a token more scopes': `update catalog.tokens set scopes = '{admin}'`,
      'replace the secret of a data plane': `update catalog.data_planes set hash = sha256('x')`,
      'forget revocations': 'delete from catalog.revocations',
      'note a migration': `insert into catalog.migrations (timestamp, name) values (1, 'x')`,
      'let older code run': 'update catalog.compatibility set oldest_code = 0',
      'make a table': 'create table catalog.mine ()',
      'forge a revocation by a trigger of its own': `create temp table mine (hash bytea, revoked_at timestamptz);
        create trigger mine after insert on mine for each row execute function catalog.note_revocation('token')`,
      'empty a table': 'truncate catalog.connections',
    },
    regulation: {
      'read tokens': 'select hash from catalog.tokens',
      'read credentials': 'select value from catalog.credentials',
      'read write keys': 'select write_key from catalog.sources',
      'change a destination': 'update catalog.destinations set enabled = false',
      'revoke a secret': 'delete from catalog.revocations',
      'forget a regulation': 'delete from regulation.regulations',
      'forget a deletion': 'delete from regulation.deletion_jobs',
      'forget a suppression': 'delete from regulation.suppressions',
      'begin a new generation': 'update regulation.generation set id = gen_random_uuid()',
      'pass over records': 'delete from regulation.reconciled_offsets',
      'give an id again': `select setval('regulation.deletion_jobs_id_seq', 1)`,
      'give a number again': `select setval('regulation.suppression_changes', 1)`,
      'note a migration': `insert into regulation.migrations (timestamp, name) values (1, 'x')`,
      'let older code run': 'update regulation.compatibility set oldest_code = 0',
      'make a trigger': `create trigger mine after insert on regulation.outbox
        execute function regulation.tally_ended_job()`,
      'make a schema': 'create schema mine',
    },
    test_runner: {
      'read tokens': 'select hash from catalog.tokens',
      'read secrets of data planes': 'select hash from catalog.data_planes',
      'read write keys': 'select write_key from catalog.sources',
      'read regulations': 'select user_id from regulation.regulations',
      'change a destination': 'update catalog.destinations set enabled = false',
      'lock a destination': 'select from catalog.destinations for update',
      'change a transformation': `update catalog.transformations set code = ''`,
      'note a migration': `insert into catalog.migrations (timestamp, name) values (1, 'x')`,
    },
    deletion_worker: {
      'read tokens': 'select hash from catalog.tokens',
      'read credentials': 'select value from catalog.credentials',
      'read transformations': 'select code from catalog.transformations',
      'read regulations': 'select user_id from regulation.regulations',
      'claim a job by itself': `update regulation.deletion_jobs set state = 'running'`,
      'change a destination': 'update catalog.destinations set enabled = false',
      'note a migration': `insert into catalog.migrations (timestamp, name) values (1, 'x')`,
    },
  };

  for (const [app, statements] of Object.entries(forbidden)) {
    it.each(Object.entries(statements))(`${app}: %s`, async (_, sql) => {
      const attempt = connected(urlAs(role(app)), (client) => client.query(sql));
      await expect(attempt).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
      // Checks that the statement is valid: it must succeed for the owner.
      await connected(database.url, (client) => client.query(`begin; ${sql}; rollback`));
    });
  }
});

describe('lethe grants', () => {
  it('changes nothing when it runs again', async () => {
    const before = await accessRights();
    await grant();
    expect(await accessRights()).toEqual(before);
  });

  it('revokes further rights of a role and of public', async () => {
    const before = await accessRights();
    await query(`
      grant all on all tables in schema catalog, regulation to public, ${role('test_runner')};
      grant select (hash) on catalog.tokens to ${role('deletion_worker')} with grant option;
      grant all on schema regulation to ${role('gateway')};
      grant update on sequence regulation.suppression_changes to ${role('regulation')}`);
    expect(await accessRights()).not.toEqual(before);
    await grant();
    expect(await accessRights()).toEqual(before);
    expect(
      await query(
        `select has_schema_privilege('${role('gateway')}', 'regulation', 'usage') as may`,
      ),
    ).toEqual([{ may: false }]);
  });

  it('can run as the owner of the schemas, without a superuser, if the roles exist', async () => {
    const owner = `${PREFIX}owner`;
    await query(`create role ${owner} login password '${PASSWORD}'`);
    try {
      await query(`do $$
        declare name text;
        begin
          for name in select oid::regclass from pg_class where relkind = 'r'
            and relnamespace in ('catalog'::regnamespace, 'regulation'::regnamespace)
          loop execute format('alter table %s owner to ${owner}', name); end loop;
          alter sequence regulation.suppression_changes owner to ${owner};
          alter schema catalog owner to ${owner};
          alter schema regulation owner to ${owner};
        end $$`);
      await query(`grant all on catalog.tokens to ${role('test_runner')}`);
      const applied = await runCli(['grants', '--apply', '--prefix', PREFIX], {
        DATABASE_URL: urlAs(owner),
      });
      expect(applied).toEqual({
        code: 0,
        stdout: [
          `gateway: ${role('gateway')}`,
          `regulation: ${role('regulation')}`,
          `test-runner: ${role('test_runner')}`,
          `deletion-worker: ${role('deletion_worker')}`,
        ],
        stderr: [],
      });
      expect(
        await query(
          `select has_table_privilege('${role('test_runner')}', 'catalog.tokens', 'select') as may`,
        ),
      ).toEqual([{ may: false }]);
    } finally {
      await query(`reassign owned by ${owner} to current_user; drop owned by ${owner}`);
      await query(`drop role ${owner}`);
    }
  });

  it.each([
    [
      'is a superuser',
      (name: string) => [`alter role ${name} superuser`, `alter role ${name} nosuperuser`],
    ],
    [
      'can create roles',
      (name: string) => [`alter role ${name} createrole`, `alter role ${name} nocreaterole`],
    ],
    [
      'reads everything by membership',
      (name: string) => [
        `grant pg_read_all_data to ${name}`,
        `revoke pg_read_all_data from ${name}`,
      ],
    ],
    [
      'can become a superuser',
      (name: string) => [
        `create role ${PREFIX}admin superuser; grant ${PREFIX}admin to ${name}`,
        `drop role ${PREFIX}admin`,
      ],
    ],
    [
      'reads a column by membership',
      (name: string) => [
        `create role ${PREFIX}reader; grant ${PREFIX}reader to ${name};
         grant select (hash) on catalog.tokens to ${PREFIX}reader`,
        `drop owned by ${PREFIX}reader; drop role ${PREFIX}reader`,
      ],
    ],
    [
      'has a table grant from another role than the owner',
      (name: string) => [
        `create role ${PREFIX}dba; grant usage on schema catalog to ${PREFIX}dba;
         grant select on catalog.tokens to ${PREFIX}dba with grant option;
         set role ${PREFIX}dba; grant select on catalog.tokens to ${name}; reset role`,
        `drop owned by ${PREFIX}dba cascade; drop role ${PREFIX}dba`,
      ],
    ],
    [
      'owns a table',
      (name: string) => [
        `alter table catalog.tokens owner to ${name}`,
        'alter table catalog.tokens owner to current_user',
      ],
    ],
  ])('rejects a role that %s, and changes nothing', async (_, statements) => {
    const [make = '', unmake = ''] = statements(role('test_runner'));
    await query(make);
    try {
      const before = await accessRights();
      await expect(grant()).rejects.toThrow(`granted: ${role('test_runner')}.`);
      expect(await accessRights()).toEqual(before);
    } finally {
      await query(unmake);
      await grant();
    }
  });

  it('rejects a schema of another version', async () => {
    await query('update catalog.compatibility set number = 99 where number = 15');
    await expect(grant()).rejects.toThrow(/"catalog" is at migration 99, .* of the same version/);
    await query('update catalog.compatibility set number = 15 where number = 99');
  });

  it('rejects names with a special meaning', async () => {
    for (const name of ['public', 'pg_monitor', `x"; drop table y`, '']) {
      expect((await lethe('grants', '--role', `gateway=${name}`)).code).toBe(2);
    }
    expect((await lethe('grants', '--role', 'filter=x')).code).toBe(2);
  });
});

describe('a gateway', () => {
  const box = new SecretBox([{ id: 'k', bytes: Buffer.alloc(32, 1) }]);
  const document = parseWorkspaceFile(
    JSON.stringify({
      workspaces: [
        {
          id: 'ws',
          tokens: [
            {
              name: 't',
              email: 't@example.com',
              token: 'lth_0123456789abcdefghijklm',
              role: 'owner',
            },
          ],
          sources: [{ id: 'src', name: 'Web', type: 'Javascript', writeKey: 'wk_1' }],
          destinations: [
            {
              id: 'dst',
              name: 'Hook',
              type: 'WEBHOOK',
              config: { webhookUrl: 'https://example.com' },
            },
          ],
          connections: [{ sourceId: 'src', destinationId: 'dst' }],
          transformations: [
            { id: 'tr', name: 'T', code: 'export const transformEvent = (e) => e' },
          ],
          credentials: [{ key: 'key', value: 'value' }],
        },
      ],
      namespaces: [
        {
          id: 'ns',
          workspaces: ['ws'],
          dataPlanes: [{ name: 'eu', token: 'lth_dp_0123456789abcdefghij' }],
        },
      ],
    }),
    {},
  );

  async function asGateway(
    work: (database: DatabaseConnection) => Promise<unknown>,
  ): Promise<void> {
    const own = openDatabase({
      url: urlAs(role('gateway')),
      schema: CATALOG_SCHEMA.schema,
      applicationName: 'grants-test',
      poolSize: 2,
      statementTimeoutMs: 60_000,
      connectTimeoutMs: 20_000,
      schemas: [CATALOG_SCHEMA],
    });
    await own.start();
    try {
      await work(own);
    } finally {
      await own.stop();
    }
  }

  it('can apply and change a workspace file only with the rights of --workspace-file', async () => {
    await expect(asGateway((own) => applyWorkspaceFile(own, document, box))).rejects.toMatchObject({
      driverError: { code: INSUFFICIENT_PRIVILEGE },
    });
    await grant('--workspace-file');
    await asGateway(async (own) => {
      await checkSecretKey(own, box);
      await applyWorkspaceFile(own, document, box);
      const replaced = JSON.stringify(document).replaceAll('lth_0123456789', 'lth_9876543210');
      await applyWorkspaceFile(own, parseWorkspaceFile(replaced, {}), box);
      await applyWorkspaceFile(own, document, box);
    });
    await grant();
  });

  it('needs no --workspace-file for credentials, the catalog and data planes', async () => {
    // Makes the database look like a database of an older version.
    await query('update catalog.secret_check set sealed_version = 0');
    await query(`update catalog.credentials set value = 'plain'`);
    await asGateway(async (own) => {
      await checkSecretKey(own, box);
      const tokens = new TokenAuthenticator(own);
      const maker = (await tokens.authenticate('lth_0123456789abcdefghijklm'))!;
      expect(maker).toMatchObject({ name: 't' });
      await tokens.stop();
      const planesOf = new DataPlaneAuthenticator(own);
      expect(await planesOf.authenticate('lth_dp_0123456789abcdefghij')).toMatchObject({
        workspaceIds: ['ws'],
      });
      await planesOf.stop();
      const sessions = new Sessions(own);
      const { code } = (await sessions.makeCode(maker.tokenId))!;
      const begun = (await sessions.beginByCode(code))!;
      const signedIn = new SessionAuthenticator(own);
      expect(await signedIn.authenticate(begun.secret)).toMatchObject({ identity: { name: 't' } });
      await query(`update catalog.sessions set last_used_at = now() - interval '1 hour'`);
      signedIn.invalidate(begun.secret);
      await signedIn.authenticate(begun.secret);
      await signedIn.stop();
      expect(
        await query(
          `select from catalog.sessions where last_used_at > now() - interval '1 minute'`,
        ),
      ).toHaveLength(1);
      await sessions.end(begun.secret);
      const people = new PersonSessions(own);
      const person = { workspaceId: 'ws', person: 'issuer subject', name: 'ana', email: '' };
      const write = ['catalog:read', 'catalog:write'] as const;
      for (const scopes of [write, ['catalog:read' as const]]) {
        const { secret } = await people.begin({ ...person, scopes });
        expect(await signedIn.authenticate(secret)).toMatchObject({
          identity: { name: 'ana', scopes },
        });
      }
      await query(`delete from catalog.tokens where person is not null`);
      const planes = new DataPlaneCatalog(own, box);
      await planes.changes({ namespaceId: 'ns' });
      await planes.changes({ workspaceId: 'ws' });
      await planes.shadowedSources('ns');
      await planes.configuration('ws');
      await listSharedNames(own);
      const demands = new RateDemands(own);
      await demands.exchange(new Map([['token:t', 1]]));
      await demands.deleteExpired();
      await demands.leave();
      await new CatalogReader(own, box).findTestTarget('ws', 'dst');

      const editor = new CatalogEditor({ database: own, box, onChange: () => undefined });
      const source = { name: 'A', type: 'Javascript', enabled: true, config: {}, writeKey: 'wk_1' };
      const hook = {
        ...{ name: 'A', type: 'WEBHOOK', enabled: true, connectionMode: 'cloud' as const },
        config: { webhookUrl: 'https://example.com' },
      };
      const module = { name: 'A', code: 'export const transformEvent = (e) => e' };
      await editor.sources.create('ws', 'new', source);
      await editor.sources.replace('ws', 'new', '*', () => ({ ...source, writeKey: 'wk_2' }));
      await editor.destinations.create('ws', 'new', hook);
      await editor.destinations.replace('ws', 'new', '*', () => hook);
      const connection = { sourceId: 'new', destinationId: 'new', enabled: true };
      await editor.connections.create('ws', 'new', connection);
      await editor.connections.replace('ws', 'new', '*', () => connection);
      for (const table of [editor.transformations, editor.libraries]) {
        await table.create('ws', 'new', module);
        await table.replace('ws', 'new', '*', () => module);
        await table.remove('ws', 'new', '*');
      }
      await editor.connections.remove('ws', 'new', '*');
      for (const secrets of [editor.tokens, editor.dataPlanes]) {
        const values = { name: 'made', email: 'a@example.com', scopes: ['catalog:read' as const] };
        const { item } = await secrets.make(maker, values);
        await secrets.revoke('ws', item.id, maker.name);
        await own.query('update catalog.tokens set revoked_at = null');
        await own.query('update catalog.data_planes set revoked_at = null');
        expect(await secrets.page('ws', 1, 'revoked')).toMatchObject({ total: 1 });
      }
      await editor.sources.remove('ws', 'new', '*');
      await editor.destinations.remove('ws', 'new', '*');
      expect(await editor.sources.page('ws', { page: 1 })).toMatchObject({ total: 1 });
    });
    expect(
      await query(`select last_used_at is not null as used, (select value <> 'plain' from catalog.credentials) as sealed
        from catalog.tokens where name = 't'`),
    ).toEqual([{ used: true, sealed: true }]);
  });
});
