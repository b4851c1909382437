import { listNamespaces, listSharedNames } from '@lethe/catalog';
import type { Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { formatTable } from './format-table.js';
import { withCatalog } from './open-database.js';

export function addNamespaceCommands(program: Command, context: CommandContext): void {
  const namespace = program
    .command('namespace')
    .helpCommand(false)
    .description('Show the namespaces that workspace files declare.');
  namespace
    .command('list')
    .description('List namespaces and their workspaces.')
    .action(async () => {
      const namespaces = await withCatalog(context, listNamespaces);
      const rows = namespaces.map(({ id, name, workspaceIds }) => [
        id,
        name,
        workspaceIds.join(' ') || '-',
      ]);
      context.showEach(namespaces, () => formatTable([['ID', 'NAME', 'WORKSPACES'], ...rows]));
    });
  namespace
    .command('shared')
    .description('List write keys and ids that workspaces of a namespace share.')
    .action(async () => {
      const shared = await withCatalog(context, listSharedNames);
      const rows = shared.map(({ namespaceId, kind, id = '-', owners }) => {
        const [first, ...others] = owners;
        const who =
          kind === 'write key'
            ? `${first ?? ''} (left out: ${others.join(' ')})`
            : owners.join(' ');
        return [namespaceId, kind, id, who];
      });
      const head = ['NAMESPACE', 'WHAT', 'ID', 'OWNERS'];
      const none = ['No workspaces of a namespace share a write key or an id.'];
      context.showEach(shared, () => (rows.length === 0 ? none : formatTable([head, ...rows])));
    });
}
