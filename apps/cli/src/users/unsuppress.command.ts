import { defined } from '@lethe/contracts';
import type { Command } from 'commander';
import { z } from 'zod';
import { connectApi } from '../api/connect-api.js';
import type { CommandContext } from '../command-context.js';
import { count } from '../count.js';

const NOTES = `
The command cancels all regulations that suppress the user, or none. You cannot undo this. Repeating it changes nothing.
It is refused while a deletion of the user is open, because the deletion could delete events that arrive afterwards.
It is also refused if other ids have the same suppression key: the message names them. Add these ids to the command
only if they belong to the same person.

Examples:
  lethe users unsuppress user-1 --reason 'ticket 4713'
  lethe users unsuppress JaneDoe 'Jane Doe'`;

/** It is checked, because an answer of another program must not look like a success. */
const RESULT = z.looseObject({ canceled: z.number() });

export function addUnsuppress(users: Command, context: CommandContext): void {
  users
    .command('unsuppress')
    .description('Cancel all regulations that suppress a user.')
    .argument('<userId>', 'id of the user')
    .argument('[sameUserIds...]', 'other ids of the same user, with the same suppression key')
    .option('--reason <text>', 'reason; stored and shown with the regulations')
    .addHelpText('after', NOTES)
    .action(
      async (userId: string, others: readonly string[], options: { readonly reason?: string }) => {
        const userIds = others.length === 0 ? undefined : others;
        const body = { userId, ...defined({ userIds, reason: options.reason }) };
        const api = await connectApi(context);
        const answer = await api.json<unknown>({
          ...{ method: 'POST', path: '/v2/users/unsuppress', body },
        });
        const result = RESULT.safeParse(answer).data;
        if (result === undefined) throw api.otherProgram();
        context.show(result, () => [`${count(result.canceled, 'regulation')} canceled.`]);
      },
    );
}
