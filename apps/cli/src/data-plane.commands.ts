import {
  createDataPlane,
  listDataPlanes,
  revokeDataPlane,
  type DataPlaneOwner,
  type DataPlaneRecord,
} from '@lethe/catalog';
import { Option, type Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { formatTable } from './format-table.js';
import { formatTime } from './format-time.js';
import { withCatalog } from './open-database.js';

interface OwnerOptions {
  readonly workspace?: string;
  readonly namespace?: string;
}

interface NamedOptions extends OwnerOptions {
  readonly name: string;
}

const EXAMPLES = `
Set WORKSPACE_TOKEN of the data plane to this secret.

Examples:
  lethe data-plane create --workspace ws_demo --name eu-1
  lethe data-plane create --namespace ns_free --name multi-1`;

export function addDataPlaneCommands(program: Command, context: CommandContext): void {
  const dataPlane = program
    .command('data-plane')
    .helpCommand(false)
    .description('Create, list and revoke the secrets of data planes.');
  withOwner(dataPlane.command('create'))
    .description(
      'Create the secret of a data plane. It is printed once; Lethe stores only its hash.',
    )
    .requiredOption('--name <name>', 'name of the data plane, unique in its workspace or namespace')
    .addHelpText('after', EXAMPLES)
    .action(async ({ name, ...options }: NamedOptions, command: Command) => {
      const owner = requireOwner(options, command);
      const { secret } = await withCatalog(context, (database) =>
        createDataPlane(database, owner, name),
      );
      context.note(
        `Secret of data plane "${name}" of ${describe(owner)}. Store it now: it is not shown again.`,
      );
      context.show({ ...owner, name, secret }, () => [secret]);
    });
  withOwner(dataPlane.command('list'))
    .description('List data planes, including revoked ones. Without an option, list all of them.')
    .action(async (options: OwnerOptions) => {
      const records = await withCatalog(context, (database) =>
        listDataPlanes(database, ownerOf(options)),
      );
      const header = ['OWNER', 'NAME', 'STATE', 'CREATED'];
      const shown = records.map(({ owner, ...record }) => ({ ...owner, ...record }));
      context.showEach(shown, () => formatTable([header, ...records.map(toRow)]));
    });
  withOwner(dataPlane.command('revoke'))
    .description('Revoke a secret permanently. It stops working everywhere within 5 seconds.')
    .requiredOption('--name <name>', 'name of the data plane')
    .action(async ({ name, ...options }: NamedOptions, command: Command) => {
      const owner = requireOwner(options, command);
      const { revokedAt } = await withCatalog(context, (database) =>
        revokeDataPlane(database, owner, name),
      );
      context.show({ ...owner, name, revokedAt }, () => [
        `Data plane "${name}" was revoked at ${revokedAt.toISOString()}.`,
      ]);
    });
}

function withOwner(command: Command): Command {
  return command
    .addOption(
      new Option('--workspace <id>', 'workspace that the data plane serves').conflicts('namespace'),
    )
    .option('--namespace <id>', 'namespace that the data plane serves');
}

function ownerOf({ workspace, namespace }: OwnerOptions): DataPlaneOwner | undefined {
  if (workspace !== undefined) return { workspaceId: workspace };
  return namespace === undefined ? undefined : { namespaceId: namespace };
}

function requireOwner(options: OwnerOptions, command: Command): DataPlaneOwner {
  return (
    ownerOf(options) ?? command.error("error: either '--workspace' or '--namespace' is needed")
  );
}

function describe({ workspaceId, namespaceId }: DataPlaneOwner): string {
  return workspaceId === undefined ? `namespace "${namespaceId}"` : `workspace "${workspaceId}"`;
}

function toRow({ owner, name, createdAt, revokedAt }: DataPlaneRecord): string[] {
  return [
    describe(owner),
    name,
    revokedAt === undefined ? 'active' : 'revoked',
    formatTime(createdAt),
  ];
}
