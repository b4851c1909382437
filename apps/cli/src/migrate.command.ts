import { CATALOG_SCHEMA } from '@lethe/catalog';
import { postgresSessionTarget } from '@lethe/config';
import { assertMigratable, migrateSchema } from '@lethe/database';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { databaseConfig } from './cli.config.js';
import { databaseTarget, reachDatabase } from './open-database.js';
import { waitOption, type WaitOptions } from './wait-option.js';

export function addMigrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .summary('Update the database schemas.')
    .description(
      'Update the database schemas. An older Lethe can keep running on them, and several processes can run it at the same time.',
    )
    .addHelpText(
      'after',
      '\nIf DATABASE_URL is a transaction pooler, set LETHE_DATABASE_SESSION_URL to the database itself.\n' +
        '\nExample:\n  DATABASE_URL=postgres://lethe:…@db.example.com/lethe lethe migrate',
    )
    .addOption(waitOption('PostgreSQL'))
    .action(async (options: WaitOptions) => {
      const config = databaseConfig(context.environment);
      const { DATABASE_URL, LETHE_DATABASE_SESSION_URL: sessionUrl } = config;
      const url =
        DATABASE_URL === undefined && sessionUrl === undefined
          ? await databaseTarget(config)
          : postgresSessionTarget({ ...config, DATABASE_URL: DATABASE_URL ?? sessionUrl ?? '' });
      await reachDatabase(context, url, options);
      // Imported only here, because loading the service takes a second.
      const { REGULATION_SCHEMA } = await import('@lethe/regulation');
      const definitions = [CATALOG_SCHEMA, REGULATION_SCHEMA];
      for (const definition of definitions) await assertMigratable(url, definition);
      for (const definition of definitions) {
        const ran = await migrateSchema(url, definition);
        context.show({ schema: definition.schema, ran }, () => [
          `${definition.schema}: ${ran.length === 0 ? 'up to date' : `ran ${ran.join(', ')}`}`,
        ]);
      }
    });
}
