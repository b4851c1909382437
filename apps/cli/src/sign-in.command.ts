import type { SignInCodeDto } from '@lethe/api/session';
import type { Command } from 'commander';
import { connectApi } from './api/connect-api.js';
import type { CommandContext } from './command-context.js';

export function addSignInCommand(program: Command, context: CommandContext): void {
  program
    .command('sign-in')
    .summary('Print a link that signs in to the console once.')
    .description(
      'Print a link that signs in to the console with the permissions of the token. The link works once, within one minute.',
    )
    .action(async () => {
      const api = await connectApi(context);
      const made = await api.json<SignInCodeDto>({
        method: 'POST',
        path: '/console/sign-in-codes',
      });
      context.show(made, () => [made.href]);
    });
}
