import type { RegulationDetailDto } from '@lethe/api/regulations';
import type { Command } from 'commander';
import { connectApi } from '../api/connect-api.js';
import type { CommandContext } from '../command-context.js';
import { showRegulation } from './show-regulations.js';

export function addGet(regulations: Command, context: CommandContext): void {
  regulations
    .command('get')
    .description('Show a regulation, with the state of its deletions.')
    .argument('<id>', 'id of the regulation')
    .action(async (id: string) => {
      const api = await connectApi(context);
      const path = `/v2/regulations/${encodeURIComponent(id)}`;
      const regulation = await api.json<RegulationDetailDto>({ method: 'GET', path });
      context.show(regulation, () => showRegulation(regulation));
    });
}
