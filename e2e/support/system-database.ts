import pg from 'pg';
import { createTestDatabase, spawnApp, templateFor, type TestDatabase } from '@lethe/testing';
import { mainOf } from './main-of.js';

/** Apps that have their own role, with the name of the role in `lethe grants`. */
const ROLES = {
  regulation: 'lethe_regulation',
  gateway: 'lethe_gateway',
  'test-runner': 'lethe_test_runner',
  'deletion-worker': 'lethe_deletion_worker',
} as const;

const OWNER = 'lethe_owner';

export const ROLE_PASSWORD = 'role-password';

/**
 * Returns a database that is prepared as by an operator (`layOut`). It is a copy of a template, so
 * this is fast.
 */
export async function createSystemDatabase(): Promise<TestDatabase> {
  return createTestDatabase({ template: await templateFor('system', layOut) });
}

/**
 * Prepares a database as in docs/operations.md: an owner without further rights migrates it, and
 * the SQL of `lethe grants` gives each app its role. Does nothing if the database is already
 * prepared.
 *
 * @param url of a superuser
 */
export async function layOut(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<'migrated' | 'granted', boolean>>(LAID_OUT);
    if (rows[0]?.granted === true) return;
    if (rows[0]?.migrated !== true) {
      await client.query(`create role ${OWNER} login password '${ROLE_PASSWORD}'`).catch(ifNew);
      const database = pg.escapeIdentifier(new URL(url).pathname.slice(1));
      await client.query(`grant create on database ${database} to ${OWNER}`);
      await cli(asRole(url, OWNER), 'migrate');
    }
    await client.query(await cli(url, 'grants', '--workspace-file'));
    for (const role of Object.values(ROLES)) {
      await client.query(`alter role ${role} password '${ROLE_PASSWORD}'`);
    }
  } finally {
    await client.end();
  }
}

/** Returns the URL with which an app connects to the database. @param url of a superuser */
export function urlOf(app: keyof typeof ROLES, url: string): string {
  return asRole(url, ROLES[app]);
}

/**
 * Returns the URL with which an operator's command line connects to the database.
 *
 * @param url of a superuser
 */
export function ownerUrlOf(url: string): string {
  return asRole(url, OWNER);
}

function asRole(url: string, role: string): string {
  const changed = new URL(url);
  [changed.username, changed.password] = [role, ROLE_PASSWORD];
  return changed.href;
}

async function cli(url: string, ...args: readonly string[]): Promise<string> {
  const command = spawnApp({ args: [mainOf('cli'), ...args], env: { DATABASE_URL: url } });
  const { code } = await command.exited;
  if (code !== 0) throw new Error(`lethe ${args.join(' ')} failed:\n${command.output}`);
  return command.stdout.join('\n');
}

const LAID_OUT = `
  select to_regclass('regulation.outbox') is not null as migrated, exists (
    select from pg_namespace n cross join aclexplode(n.nspacl) a
     where n.nspname = 'catalog' and a.grantee = to_regrole('${ROLES.gateway}')) as granted`;

/**
 * Ignores the error that a role exists. A role belongs to all databases of a server, so an earlier
 * call for another database possibly created it.
 */
function ifNew(error: unknown): void {
  if ((error as { code?: unknown }).code !== '42710') throw error;
}
