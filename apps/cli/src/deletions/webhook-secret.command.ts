import { CatalogReader } from '@lethe/catalog';
import { toWebhookSecrets } from '@lethe/destination-definitions';
import { Argument, type Command } from 'commander';
import { CommandFailure, type CommandContext } from '../command-context.js';
import { withCatalog } from '../open-database.js';
import { openSecretBox } from '../open-secret-box.js';

export function addWebhookSecret(deletions: Command, context: CommandContext): void {
  deletions
    .command('webhook-secret')
    .summary('Show the secret with which a receiver verifies deletion calls.')
    .description(
      'Show the deletionSecret of a WEBHOOK destination in the form that libraries for Standard Webhooks expect. Give it only to the receiver.',
    )
    .addArgument(new Argument('<workspace>', 'id of the workspace'))
    .addArgument(new Argument('<destination>', 'id of the destination'))
    .action((workspace: string, destination: string) => show(context, workspace, destination));
}

async function show(context: CommandContext, workspace: string, id: string): Promise<void> {
  const box = await openSecretBox(context);
  const target = await withCatalog(context, (database) =>
    new CatalogReader(database, box).findDeletionTarget(workspace, id),
  );
  if (target?.type !== 'WEBHOOK') {
    throw new CommandFailure(`Workspace "${workspace}" has no WEBHOOK destination "${id}".`);
  }
  const { deletionSecret } = target.config;
  if (typeof deletionSecret !== 'string' || deletionSecret.trim() === '') {
    throw new CommandFailure(
      `Destination "${id}" has no deletionSecret, so its deletion calls are not signed. Add one to its configuration.`,
    );
  }
  const secrets = toWebhookSecrets(deletionSecret);
  if (secrets === undefined) {
    throw new CommandFailure(
      `The deletionSecret of destination "${id}" begins with whsec_, but the rest is not base64. Set another one.`,
    );
  }
  context.show({ workspace, destination: id, secrets }, () => secrets);
  if (secrets.length > 1)
    context.note('Each call carries one signature for each of these secrets.');
}
