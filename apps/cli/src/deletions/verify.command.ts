import type { VerifyResultDto } from '@lethe/api/deletions';
import type { Command } from 'commander';
import { connectApi } from '../api/connect-api.js';
import type { CommandContext } from '../command-context.js';
import { count } from '../count.js';

const NOTES = `
Asks each destination at which the deletion is complete. "regulations get" shows the answers. You can repeat the command
safely.

Example:
  lethe deletions verify --regulation 01a1fd89-24fb-77bc-b476-21faf387fffd`;

export function addVerify(deletions: Command, context: CommandContext): void {
  deletions
    .command('verify')
    .description('Ask destinations whether they have data of a deleted user again.')
    .requiredOption('--regulation <id>', 'the regulation that deleted the user')
    .addHelpText('after', NOTES)
    .action(async ({ regulation }: { readonly regulation: string }) => {
      const api = await connectApi(context);
      const path = `/v2/regulations/${encodeURIComponent(regulation)}/verify`;
      const result = await api.json<VerifyResultDto>({ method: 'POST', path });
      for (const { destinationId, reason } of result.leftOut) {
        context.note(`${destinationId}: ${reason}`);
      }
      context.show(result, () => [`${count(result.verifications, 'destination')} will be asked.`]);
    });
}
