import type { PeopleDto } from '@lethe/api/users';
import { defined } from '@lethe/contracts';
import type { Command } from 'commander';
import { connectApi } from '../api/connect-api.js';
import type { CommandContext } from '../command-context.js';
import { showPerson } from './show-person.js';

const NOTES = `
Identifiers in the answer are masked. --full shows them as stored; the log of the gateway notes this with the name of the
token. Others on this machine can see the arguments of a command. If they must not see the identifier, use the console.

Examples:
  lethe users lookup user-1
  lethe users lookup --email user-1@example.com --full`;

interface LookupOptions {
  readonly email?: string;
  readonly phone?: string;
  readonly full?: true;
}

export function addLookup(users: Command, context: CommandContext): void {
  users
    .command('lookup')
    .summary('Show what Lethe knows about a user.')
    .description(
      'Show where and since when a user is suppressed, the deletions of the user and their state, and the regulations.',
    )
    .argument('[userId]', 'id of the user')
    .option('--email <address>', 'find the user by an e-mail address of a regulation')
    .option('--phone <number>', 'find the user by a phone number of a regulation')
    .option('--full', 'show identifiers as stored, not masked')
    .addHelpText('after', NOTES)
    .action(async (userId: string | undefined, options: LookupOptions, command: Command) => {
      const { email, phone, full } = options;
      const key = defined({ userId, email, phone });
      if (Object.keys(key).length !== 1) {
        command.error("error: exactly one of a userId, '--email' and '--phone' is needed");
      }
      const body = { ...key, ...(full === true && { identifiers: 'full' }) };
      const api = await connectApi(context);
      const { people, more } = await api.json<PeopleDto>({
        ...{ method: 'POST', path: '/v2/users/lookup', body },
      });
      context.showEach(people, () =>
        people.flatMap((person, index) => [...(index === 0 ? [] : ['']), ...showPerson(person)]),
      );
      if (people.length === 0) context.note('Lethe knows no such user.');
      if (more) context.note('There are more users with this identifier.');
    });
}
