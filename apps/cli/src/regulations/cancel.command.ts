import type { Command } from 'commander';
import { connectApi } from '../api/connect-api.js';
import type { CommandContext } from '../command-context.js';

const NOTES = `
You cannot undo a cancel, and deleted data stays deleted. Canceling a regulation again changes nothing. The user
stays suppressed while another active regulation covers the user.

Example:
  lethe regulations cancel 01a1fd89-24fb-77bc-b476-21faf387fffd --reason 'ticket 4712'`;

export function addCancel(regulations: Command, context: CommandContext): void {
  regulations
    .command('cancel')
    .description('Cancel regulations, one after the other.')
    .argument('<ids...>', 'ids of the regulations')
    .option('--reason <text>', 'reason; stored and shown with the regulations')
    .addHelpText('after', NOTES)
    .action(async (ids: readonly string[], { reason }: { readonly reason?: string }) => {
      const api = await connectApi(context);
      const query = reason === undefined ? '' : `?${new URLSearchParams({ reason }).toString()}`;
      for (const id of ids) {
        const path = `/v2/regulations/${encodeURIComponent(id)}${query}`;
        await api.done({ method: 'DELETE', path });
        context.show({ id, canceled: true }, () => [`${id} is canceled.`]);
      }
    });
}
