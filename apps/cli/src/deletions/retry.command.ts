import { defined, LetheError } from '@lethe/contracts';
import type { DeletionManagementCommands } from '@lethe/api/deletions';
import { Option, type Command } from 'commander';
import { CommandFailure, type CommandContext } from '../command-context.js';
import { count } from '../count.js';
import { requestOf, withDeletions, type OfWorkspace } from './with-deletions.js';

const RETRIES_AT_ONCE = 1_000;

interface RetryOptions extends OfWorkspace {
  readonly destination?: string;
  readonly regulation?: string;
}

export function addRetry(deletions: Command, context: CommandContext): void {
  deletions
    .command('retry')
    .description(
      'Retry jobs that failed permanently: all of them, or those of a destination or a regulation.',
    )
    .requiredOption('--workspace <id>', 'workspace')
    .option('--destination <id>', 'only jobs of this destination')
    .addOption(
      new Option('--regulation <id>', 'only the user of this regulation').conflicts('destination'),
    )
    .action(({ workspace, destination, regulation }: RetryOptions) =>
      withDeletions(context, { workspace, destination }, async (commands) => {
        if (regulation !== undefined) {
          const command = { context: requestOf(workspace), id: regulation };
          const { jobs, users, leftOut } = await commands.retryRegulation(command).catch(explain);
          for (const { destinationId, reason } of leftOut)
            context.note(`${destinationId}: ${reason}`);
          context.show({ jobs, users, leftOut }, () => [`${count(jobs, 'new job')}.`]);
          return;
        }
        await retryAll(context, commands, workspace, destination);
      }),
    );
}

/** Retries in batches until no job is left, or until Ctrl-C. */
async function retryAll(
  context: CommandContext,
  commands: DeletionManagementCommands,
  workspace: string,
  destination: string | undefined,
): Promise<void> {
  const signal = context.untilInterrupted();
  let jobs = 0;
  let users = 0;
  const leftOut = new Map<string, string>();
  // Without this time, jobs that fail again would be retried in an endless loop.
  const createdBefore = new Date().toISOString();
  for (let more = true; more && !signal.aborted;) {
    const command = {
      context: requestOf(workspace),
      createdBefore,
      ...defined({ destinationId: destination }),
      limit: RETRIES_AT_ONCE,
    };
    const result = await commands.retryDeletionJobs(command).catch(explain);
    jobs += result.jobs;
    users += result.users;
    ({ more } = result);
    for (const { destinationId, reason } of result.leftOut) leftOut.set(destinationId, reason);
    if (more) context.note(`${count(jobs, 'new job')} so far.`);
  }
  for (const [destinationId, reason] of leftOut) context.note(`${destinationId}: ${reason}`);
  const left = [...leftOut].map(([destinationId, reason]) => ({ destinationId, reason }));
  context.show({ jobs, users, leftOut: left }, () => [
    `${count(jobs, 'new job')} with ${count(users, 'user')}.`,
  ]);
}

/** Turns a refusal of the regulation service into one line for the user. */
function explain(error: unknown): never {
  if (!(error instanceof LetheError)) throw error;
  if (error.code === 'not_found') {
    throw new CommandFailure(
      'The workspace has no regulation with this id. Check --regulation and --workspace.',
    );
  }
  const isSaid = ['conflict', 'invalid_request'].includes(error.code);
  throw isSaid ? new CommandFailure(error.message) : error;
}
