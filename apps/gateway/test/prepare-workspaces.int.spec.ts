import { CATALOG_SCHEMA, parseWorkspaceFile } from '@lethe/catalog';
import { openDatabase, type DatabaseConnection } from '@lethe/database';
import { createLogger, type Logger } from '@lethe/observability';
import { useTestDatabase } from '@lethe/testing';
import { prepareWorkspaces } from '../src/database/prepare-workspaces.js';
import { SECRETS } from './gateway-on-database.js';

const WITHOUT_DEMO = { LETHE_DATA_DIR: '.', LETHE_DEMO_WORKSPACE: false };
const FILE = parseWorkspaceFile(JSON.stringify({ workspaces: [{ id: 'ws_a' }] }), {});

describe('prepareWorkspaces', () => {
  const server = useTestDatabase();
  let database: DatabaseConnection;
  beforeEach(() => {
    database = openDatabase({
      url: server.url,
      schema: CATALOG_SCHEMA.schema,
      applicationName: 'test',
      poolSize: 2,
      statementTimeoutMs: 60_000,
      connectTimeoutMs: 20_000,
      schemas: [CATALOG_SCHEMA],
      schemaPolicy: 'migrate',
    });
  });
  afterEach(() => database.stop());

  /** Begins before the database is connected. `warned` resolves at the first warning in the log. */
  function begin(stopping = new AbortController()) {
    const { logger, warned } = listeningLogger();
    const tries = { logger, stopping: stopping.signal };
    const done = prepareWorkspaces(database, WITHOUT_DEMO, FILE, SECRETS, tries);
    return { done, warned, stopping };
  }

  it('warns while the database does not answer, and continues when it answers', async () => {
    const { done, warned } = begin();
    await warned;
    await database.start();
    await done;
    expect(await database.query('select id from catalog.workspaces')).toEqual([{ id: 'ws_a' }]);
  });

  it('explains how to grant a right that the database role lacks', async () => {
    await database.start();
    const refuse = `create function refuse() returns trigger language plpgsql as
      $$ begin raise insufficient_privilege; end $$`;
    await database.query(refuse);
    await database.query(
      'create trigger refuse before insert on catalog.workspaces execute function refuse()',
    );
    const another = parseWorkspaceFile(JSON.stringify({ workspaces: [{ id: 'ws_b' }] }), {});
    const { logger } = listeningLogger();
    await expect(
      prepareWorkspaces(database, WITHOUT_DEMO, another, SECRETS, { logger }),
    ).rejects.toThrow(/lethe -- grants" with --workspace-file/);
    await database.query('drop trigger refuse on catalog.workspaces');
  });

  it('ends without a result when the process stops', async () => {
    const { done, warned, stopping } = begin();
    await warned;
    stopping.abort();
    expect(await done).toBeUndefined();
  });
});

/** Returns a silent logger, and a promise of its first warning. */
function listeningLogger(): { readonly logger: Logger; readonly warned: Promise<void> } {
  const logger = createLogger('test', 'silent');
  const warned = new Promise<void>((resolve) => {
    logger.warn = () => {
      resolve();
    };
  });
  return { logger, warned };
}
