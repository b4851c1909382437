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
    .summary('Bring the database schemas up to date.')
    .description(
      'Bring the database schemas up to date. Safe while an older Lethe still runs on them, and when several do it at once.',
    )
    .addHelpText(
      'after',
      '\nBehind a transaction pooler, LETHE_DATABASE_SESSION_URL must lead past it.\n' +
        '\nExample:\n  DATABASE_URL=postgres://lethe:…@db.example.com/lethe npm run lethe -- migrate',
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
      // Loaded only here: the whole service takes a second to load.
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
