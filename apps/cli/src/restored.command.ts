import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { withDatabase } from './open-database.js';

/** `restored`. */
export function addRestoredCommand(program: Command, context: CommandContext): void {
  program
    .command('restored')
    .summary('Say that the database was restored from a backup.')
    .description(
      'Say that the database was restored from a backup, before the services start on it. Data planes then read all suppressions anew, and the state of every user is published again.',
    )
    .action(async () => {
      // The whole service takes a second to load.
      const { markRestored, REGULATION_SCHEMA } = await import('@lethe/regulation');
      await withDatabase(context, REGULATION_SCHEMA, (database) =>
        markRestored((sql, parameters) => database.query(sql, parameters)),
      );
      context.print('Everything will be told again.');
    });
}
