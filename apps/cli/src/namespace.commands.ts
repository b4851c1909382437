import { listNamespaces } from '@lethe/catalog';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { formatTable } from './format-table.js';
import { withCatalog } from './open-database.js';

/** `namespace list`. */
export function addNamespaceCommands(program: Command, context: CommandContext): void {
  program
    .command('namespace')
    .helpCommand(false)
    .description('Show namespaces, which a workspace file declares.')
    .command('list')
    .description('List namespaces and their workspaces.')
    .action(async () => {
      const namespaces = await withCatalog(context, listNamespaces);
      const rows = namespaces.map(({ id, name, workspaceIds }) => [
        id,
        name,
        workspaceIds.join(' ') || '-',
      ]);
      for (const line of formatTable([['ID', 'NAME', 'WORKSPACES'], ...rows])) context.print(line);
    });
}
