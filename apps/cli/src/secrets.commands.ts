import { importDefinitionsFile, resealSecrets } from '@lethe/catalog';
import type { Command } from 'commander';
import { CommandFailure, type CommandContext } from './command-context.js';
import { databaseConfig } from './cli.config.js';
import { withCatalog } from './open-database.js';
import { openSecretBox } from './open-secret-box.js';

export function addSecretCommands(program: Command, context: CommandContext): void {
  const secrets = program
    .command('secrets')
    .helpCommand(false)
    .description('Manage the encrypted secrets of destinations and credentials.');
  secrets
    .command('reseal')
    .summary('Encrypt all stored secrets with the newest key.')
    .description(
      'Encrypt all stored secrets with the first key of LETHE_SECRET_KEY. Lethe can keep running, and you can repeat the command.',
    )
    .addHelpText(
      'after',
      '\nTo change the key without an outage:\n' +
        '  1. Add the new key at the end of LETHE_SECRET_KEY in all apps.\n' +
        '  2. Move the new key to the front in all apps.\n' +
        '  3. Run this command.\n' +
        '  4. Remove the old key in all apps.\n' +
        '\nExample:\n  LETHE_SECRET_KEY=new:…,old:… lethe secrets reseal',
    )
    .action(() => reseal(context));
}

async function reseal(context: CommandContext): Promise<void> {
  importDefinitionsFile(databaseConfig(context.environment).LETHE_DEFINITIONS_FILE);
  const box = await openSecretBox(context);
  if (box === undefined) {
    throw new CommandFailure(
      'There is no secret key. Set LETHE_SECRET_KEY to the keys of the gateway, the new key first.',
    );
  }
  const summary = await withCatalog(context, (database) => resealSecrets(database, box));
  context.show(summary, () => [
    `destinations  ${String(summary.destinations)} encrypted again`,
    `credentials   ${String(summary.credentials)} encrypted again`,
  ]);
  if (summary.unreadable === 0) return;
  throw new CommandFailure(
    `No key decrypts the secrets of ${String(summary.unreadable)} destinations and credentials. They were left unchanged. Add the key that they were encrypted with, or set new secrets.`,
  );
}
