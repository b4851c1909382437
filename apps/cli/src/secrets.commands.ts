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
    .description('Look after the encrypted secrets of destinations and credentials.');
  secrets
    .command('reseal')
    .summary('Encrypt all stored secrets with the newest key.')
    .description(
      'Encrypt all stored secrets with the first key of LETHE_SECRET_KEY. May run beside a Lethe that works, and be repeated.',
    )
    .addHelpText(
      'after',
      '\nTo change the key without an outage: add the new one at the end of LETHE_SECRET_KEY\n' +
        'everywhere, then put it in front everywhere, run this, and take the old one away.\n' +
        '\nExample:\n  LETHE_SECRET_KEY=new:…,old:… npm run lethe -- secrets reseal',
    )
    .action(() => reseal(context));
}

async function reseal(context: CommandContext): Promise<void> {
  importDefinitionsFile(databaseConfig(context.environment).LETHE_DEFINITIONS_FILE);
  const box = await openSecretBox(context);
  if (box === undefined) {
    throw new CommandFailure(
      'There is no key. Set LETHE_SECRET_KEY to the keys of the gateway, the new one first.',
    );
  }
  const summary = await withCatalog(context, (database) => resealSecrets(database, box));
  context.show(summary, () => [
    `destinations  ${String(summary.destinations)} sealed`,
    `credentials   ${String(summary.credentials)} sealed`,
  ]);
  if (summary.unreadable === 0) return;
  throw new CommandFailure(
    `No key opens the secrets of ${String(summary.unreadable)} destinations and credentials; they were left as they are. Add the key that they were sealed with, or give them new secrets.`,
  );
}
