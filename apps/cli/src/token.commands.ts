import { createToken, listTokens, revokeToken, type TokenRecord } from '@lethe/catalog';
import { ROLES, SCOPES, type Role, type Scope } from '@lethe/contracts';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CommandContext } from './command-context.js';
import { formatTable } from './format-table.js';
import { formatTime } from './format-time.js';
import { withCatalog } from './open-database.js';
import { parseExpiry } from './parse-expiry.js';

interface CreateOptions {
  readonly workspace: string;
  readonly name: string;
  readonly email: string;
  readonly role?: Role;
  readonly scopes?: readonly Scope[];
  readonly expires?: Date;
}

export function addTokenCommands(program: Command, context: CommandContext): void {
  const token = program
    .command('token')
    .helpCommand(false)
    .description('Create, list and revoke access tokens.');
  addCreate(token, context);
  token
    .command('list')
    .description('List the tokens of a workspace, including revoked and expired ones.')
    .requiredOption('--workspace <id>', 'workspace')
    .action(async ({ workspace }: { workspace: string }) => {
      const tokens = await withCatalog(context, (database) => listTokens(database, workspace));
      const header = [
        'NAME',
        'E-MAIL',
        'ROLE OR SCOPES',
        'STATE',
        'CREATED',
        'EXPIRES',
        'LAST USED',
      ];
      context.showEach(tokens, () => formatTable([header, ...tokens.map(toRow)]));
    });
  token
    .command('revoke')
    .description('Revoke a token permanently. It stops working everywhere within 5 seconds.')
    .requiredOption('--workspace <id>', 'workspace')
    .requiredOption('--name <name>', 'name of the token')
    .action(async ({ workspace, name }: { workspace: string; name: string }) => {
      const { revokedAt } = await withCatalog(context, (database) =>
        revokeToken(database, { workspaceId: workspace, name }),
      );
      context.show({ workspace, name, revokedAt }, () => [
        `Token "${name}" was revoked at ${revokedAt.toISOString()}.`,
      ]);
    });
}

function addCreate(token: Command, context: CommandContext): void {
  token
    .command('create')
    .description(
      'Create a token. It is printed once, on standard output; Lethe stores only its hash.',
    )
    .requiredOption('--workspace <id>', 'workspace of the token')
    .requiredOption(
      '--name <name>',
      'name, unique in the workspace; shown in the regulations that the token creates',
    )
    .requiredOption(
      '--email <address>',
      'e-mail address of its owner; also the user name for the Test API',
    )
    .addOption(
      new Option('--role <role>', 'role, a named set of scopes')
        .choices(Object.keys(ROLES))
        .conflicts('scopes'),
    )
    .option('--scopes <list>', `comma-separated list of scopes: ${SCOPES.join(', ')}`, parseScopes)
    .option(
      '--expires <when>',
      'when it expires: 90d, 12h, 2027-01-31 or 2027-01-31T12:00:00Z',
      (text: string) => {
        const time = parseExpiry(text, Date.now());
        if (time !== undefined) return time;
        throw new InvalidArgumentError(
          'It must be a time in the future, like 90d, 12h or 2027-01-31.',
        );
      },
    )
    .addHelpText(
      'after',
      '\nRoles:\n' +
        Object.entries(ROLES)
          .map(([role, scopes]) => `  ${role.padEnd(7)} ${scopes.join(', ')}`)
          .join('\n') +
        '\n\nExamples:\n' +
        '  lethe token create --workspace ws_demo --name ci --email ci@example.com --role editor\n' +
        '  lethe token create --workspace ws_demo --name audit --email audit@example.com \\\n' +
        '    --scopes regulations:read --expires 30d',
    )
    .action(async (options: CreateOptions, command: Command) => {
      const { workspace, name, email, role, expires } = options;
      const scopes = role === undefined ? options.scopes : ROLES[role];
      if (scopes === undefined) command.error("error: either '--role' or '--scopes' is needed");
      const { token: secret } = await withCatalog(context, (database) =>
        createToken(database, {
          workspaceId: workspace,
          name,
          email,
          scopes,
          ...(expires === undefined ? {} : { expiresAt: expires }),
        }),
      );
      context.note(
        `Token "${name}" of workspace "${workspace}". Store it now: it is not shown again.`,
      );
      context.show({ workspace, name, token: secret }, () => [secret]);
    });
}

function parseScopes(list: string): Scope[] {
  return list.split(',').map((text) => {
    const scope = SCOPES.find((known) => known === text.trim());
    if (scope !== undefined) return scope;
    throw new InvalidArgumentError(`There is no scope "${text.trim()}".`);
  });
}

function toRow(token: TokenRecord): string[] {
  return [
    token.name,
    token.email,
    describeGrant(token.scopes),
    describeState(token),
    ...[token.createdAt, token.expiresAt, token.lastUsedAt].map(formatTime),
  ];
}

function describeGrant(scopes: readonly Scope[]): string {
  const bundle = Object.entries(ROLES).find(
    ([, granted]) =>
      granted.length === scopes.length && scopes.every((scope) => granted.some((s) => s === scope)),
  );
  return bundle?.[0] ?? scopes.join(',');
}

function describeState({ revokedAt, expiresAt }: TokenRecord): string {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}
