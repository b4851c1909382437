import { addApiCommands, API_EXAMPLES, API_SETTINGS } from './api-program.js';
import type { Terminal } from './command-context.js';
import { addCompletionCommand } from './completion/completion.command.js';
import { addDataPlaneCommands } from './data-plane.commands.js';
import { addRelease } from './deletions/release.command.js';
import { addWebhookSecret } from './deletions/webhook-secret.command.js';
import { explainFailure } from './explain-failure.js';
import { addGrantsCommand } from './grants/grants.command.js';
import { addMigrateCommand } from './migrate.command.js';
import { addNamespaceCommands } from './namespace.commands.js';
import { runProgram, type Program } from './program.js';
import { addRestoredCommand } from './restored.command.js';
import { addSecretCommands } from './secrets.commands.js';
import { addTokenCommands } from './token.commands.js';
import { addTopicCommands } from './topics.commands.js';
import { addWorkspaceCommands } from './workspace.commands.js';

/** The program of the checkout and of the image `cli`: the commands for the API, and all others. */
const PROGRAM: Program = {
  description: 'The command line for operators of Lethe and for callers of its API.',
  settings: `In a clone of the repository, write "npm run --silent lethe --" instead of "lethe".

${API_SETTINGS}
Database: DATABASE_URL, by default the database of the Lethe that runs in this folder ("npm start").
Kafka:    KAFKA_BROKERS, by default 127.0.0.1:9092.`,
  examples: `${API_EXAMPLES}
  lethe workspace apply workspaces.yaml
  lethe token create --workspace ws_demo --name ci --email ci@example.com --role editor
  lethe token revoke --workspace ws_demo --name ci
  lethe data-plane create --workspace ws_demo --name eu-1
  lethe topics tail regulation.suppressions.v1 --from-beginning`,
  addCommands: (program, context) => {
    const deletions = addApiCommands(program, context);
    addRelease(deletions, context);
    addWebhookSecret(deletions, context);
    addWorkspaceCommands(program, context);
    addTokenCommands(program, context);
    addDataPlaneCommands(program, context);
    addNamespaceCommands(program, context);
    addMigrateCommand(program, context);
    addGrantsCommand(program, context);
    addRestoredCommand(program, context);
    addSecretCommands(program, context);
    addTopicCommands(program, context);
    addCompletionCommand(program, context);
  },
  explain: explainFailure,
};

/**
 * Runs one command of the checkout or of the image.
 *
 * @param args arguments without the paths of Node and of the script
 * @returns exit code; the function never rejects
 */
export function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  return runProgram(PROGRAM, args, terminal);
}
