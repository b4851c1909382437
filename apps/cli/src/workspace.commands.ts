import { readFile } from 'node:fs/promises';
import {
  applyWorkspaceFile,
  checkSecretKey,
  importDefinitionsFile,
  parseWorkspaceFile,
  type ApplySummary,
} from '@lethe/catalog';
import type { Command } from 'commander';
import { CommandFailure, type CommandContext } from './command-context.js';
import { databaseConfig } from './cli.config.js';
import { formatTable } from './format-table.js';
import { withCatalog } from './open-database.js';
import { openSecretBox } from './open-secret-box.js';
import { userPath } from './user-path.js';

export function addWorkspaceCommands(program: Command, context: CommandContext): void {
  const workspace = program
    .command('workspace')
    .helpCommand(false)
    .description('Apply workspace files.');
  workspace
    .command('apply')
    .summary('Apply a workspace file to the database.')
    .description(
      'Apply a workspace file to the database. Nothing is removed, and a revoked token stays revoked. Applying the same file again changes nothing.',
    )
    .argument(
      '<file>',
      'YAML or JSON file; ${NAME} in it is replaced by the environment variable NAME',
    )
    .addHelpText('after', '\nExample:\n  GEO_API_KEY=… lethe workspace apply workspaces.yaml')
    .action((file: string) => apply(file, context));
}

async function apply(file: string, context: CommandContext): Promise<void> {
  const config = databaseConfig(context.environment);
  importDefinitionsFile(config.LETHE_DEFINITIONS_FILE);
  const text = await readFile(userPath(context, file), 'utf8').catch((error: unknown) => {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new CommandFailure(
      `${file} cannot be read (${code}). Check the path and its permissions.`,
      { cause: error },
    );
  });
  const document = parseWorkspaceFile(text, context.environment, {
    personalDataDays: config.LETHE_PII_RETENTION_DAYS,
  });
  const box = await openSecretBox(context);
  const summary = await withCatalog(context, async (database) => {
    // Checks the key first, because gateways could not decrypt secrets that another key encrypted.
    if (box !== undefined) await checkSecretKey(database, box);
    return applyWorkspaceFile(database, document, box);
  });
  context.show(summary, () => describeSummary(summary));
}

function describeSummary(summary: ApplySummary): string[] {
  const rows = Object.entries(summary).flatMap(([kind, counts]) => {
    const parts = Object.entries(counts).filter(([, count]) => count > 0);
    const name = kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return parts.length === 0
      ? []
      : [[name, parts.map(([change, count]) => `${String(count)} ${change}`).join(', ')]];
  });
  return formatTable(rows);
}
