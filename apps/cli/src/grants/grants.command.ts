import { CATALOG_SCHEMA } from '@lethe/catalog';
import { newestMigration } from '@lethe/database';
import { InvalidArgumentError, type Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { databaseConfig } from '../cli.config.js';
import { databaseTarget, reachDatabase, withDatabase } from '../open-database.js';
import { waitOption, type WaitOptions } from '../wait-option.js';
import { grantsSql } from './grants-sql.js';
import { APPS, type App } from './rights.js';

interface GrantsFlags extends WaitOptions {
  readonly prefix: string;
  readonly role: Partial<Record<App, string>>;
  readonly workspaceFile: boolean;
  readonly apply: boolean;
}

const NOTES = `
Each app gets its own role, with only the rights that the app needs. Run the apps as these roles, with
LETHE_MIGRATE_ON_START=false. Run "lethe migrate", "lethe restored" and the other commands as the owner of the schemas.
Missing roles are created without a password. Rights that a role should not have are revoked.

Run the command again after each "lethe migrate", in the same version. Services can keep running.

Examples:
  lethe grants | psql -v ON_ERROR_STOP=1 "$OWNER_URL"
  lethe grants --apply --prefix acme_ --role gateway=acme_edge --workspace-file`;

export function addGrantsCommand(program: Command, context: CommandContext): void {
  program
    .command('grants')
    .summary('Print the SQL that gives each app a database role with no more rights than it needs.')
    .description(
      'Print the SQL that gives each app a database role with no more rights than it needs. Run the SQL as the owner of the schemas or as a superuser.',
    )
    .option('--prefix <text>', 'prefix of the names of the roles', parseName, 'lethe_')
    .option('--role <app=name>', `other role name for one of ${APPS.join(', ')}`, addRole, {})
    .option(
      '--workspace-file',
      'also allow gateways to apply a workspace file, and so to create tokens',
      false,
    )
    .option('--apply', 'run the SQL on the database of DATABASE_URL instead of printing it', false)
    .addOption(waitOption('PostgreSQL'))
    .addHelpText('after', NOTES)
    .action(async (flags: GrantsFlags) => {
      const { prefix, role, workspaceFile, apply } = flags;
      // Imported only here, because loading the service takes a second.
      const { REGULATION_SCHEMA } = await import('@lethe/regulation');
      const definitions = [CATALOG_SCHEMA, REGULATION_SCHEMA] as const;
      const roles = Object.fromEntries(
        APPS.map((app) => [app, role[app] ?? `${prefix}${app.replaceAll('-', '_')}`]),
      ) as Record<App, string>;
      const sql = grantsSql({
        roles,
        workspaceFile,
        migrations: Object.fromEntries(
          definitions.map((definition) => [definition.schema, newestMigration(definition)]),
        ),
      });
      if (!apply) {
        context.show({ sql }, () => [sql]);
        return;
      }
      const target = await databaseTarget(databaseConfig(context.environment));
      await reachDatabase(context, target, flags);
      await withDatabase(context, definitions, (database) => database.manager.query(sql));
      context.show({ roles }, () => APPS.map((app) => `${app}: ${roles[app]}`));
    });
}

/**
 * Returns the name if it has only characters that need no escaping in SQL.
 *
 * @throws InvalidArgumentError
 */
function parseName(text: string): string {
  if (/^[A-Za-z0-9_.@-]{1,40}$/.test(text) && !/^(?:pg_|public$|none$)/i.test(text)) return text;
  throw new InvalidArgumentError(
    'It must be 1 to 40 letters, digits and _ . @ -, and must not be a reserved name of PostgreSQL.',
  );
}

function addRole(text: string, before: Partial<Record<App, string>>): Partial<Record<App, string>> {
  const [name, role = ''] = text.split(/=(.*)/s);
  const app = APPS.find((each) => each === name);
  if (app === undefined) {
    throw new InvalidArgumentError(
      `It must look like app=name, where app is one of ${APPS.join(', ')}.`,
    );
  }
  return { ...before, [app]: parseName(role) };
}
