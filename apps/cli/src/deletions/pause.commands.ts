import type { Command } from 'commander';
import { connectApi } from '../api/connect-api.js';
import type { CommandContext } from '../command-context.js';

const COMMANDS = [
  {
    name: 'pause',
    description: 'Pause the deletions of a destination. No job begins until you resume them.',
    paused: true,
  },
  {
    name: 'resume',
    description: 'Resume the deletions of a destination. Jobs can begin at once.',
    paused: false,
  },
] as const;

export function addPauses(deletions: Command, context: CommandContext): void {
  for (const { name, description, paused } of COMMANDS) {
    deletions
      .command(name)
      .description(description)
      .requiredOption('--destination <id>', 'destination')
      .action(async ({ destination }: { readonly destination: string }) => {
        const api = await connectApi(context);
        const path = `/v2/destinations/${encodeURIComponent(destination)}/deletions/${name}`;
        await api.done({ method: 'POST', path });
        context.show({ destination, paused }, () => [
          `The deletions of "${destination}" are ${paused ? 'paused' : 'resumed'}.`,
        ]);
      });
  }
}
