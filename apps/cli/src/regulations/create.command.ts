import type { DeletionPlanDto, RegulationDto } from '@lethe/api/regulations';
import { randomUUID } from 'node:crypto';

import { Option, type Command } from 'commander';
import { addNamedValue } from '../add-named-value.js';
import type { ApiClient } from '../api/api-client.js';
import { ApiFailure } from '../api/api-failure.js';
import { connectApi } from '../api/connect-api.js';
import { CommandFailure, Interrupted, type CommandContext } from '../command-context.js';
import { requestFrame, withRequestOptions, type RequestOptions } from './request-options.js';
import { showPlan } from './show-plan.js';
import { showRegulations } from './show-regulations.js';

const PATH = '/v2/regulations';

const NOTES = `
The command creates one regulation for each user: all of them, or none. Others on this machine can see the arguments of
a command. If they must not see the ids of the users, import the users from a file.

Examples:
  lethe regulations create user-1 user-2 --reason 'ticket 4711'
  lethe regulations create user-1 --identifier email=one@example.com \\
    --type suppress_with_delete --destination dst_hook --dry-run
  lethe regulations create user-1 --type delete --all-destinations`;

interface CreateOptions extends RequestOptions {
  readonly identifier: Readonly<Record<string, string>>;
  readonly dryRun?: true;
  readonly idempotencyKey?: string;
}

export function addCreate(regulations: Command, context: CommandContext): void {
  withRequestOptions(regulations.command('create'))
    .description('Create a regulation for each user.')
    .argument('<userIds...>', 'ids of the users')
    .option(
      '--identifier <name=value>',
      'further identifier; only with a single user',
      addNamedValue,
      {},
    )
    .option('--dry-run', 'show what would be done; changes nothing')
    .addOption(
      new Option('--idempotency-key <key>', 'key of an earlier attempt, to repeat it').conflicts(
        'dryRun',
      ),
    )
    .addHelpText('after', NOTES)
    .action(async (userIds: readonly string[], options: CreateOptions, command: Command) => {
      const { identifier, dryRun, idempotencyKey } = options;
      if (userIds.length > 1 && Object.keys(identifier).length > 0) {
        command.error("error: option '--identifier' can be used with one user only");
      }
      const users = userIds.map((userId) => ({ ...identifier, userId }));
      const body = { ...requestFrame(options), users };
      const api = await connectApi(context);
      if (dryRun === true) {
        const plan = await api.json<DeletionPlanDto>({
          ...{ method: 'POST', path: `${PATH}?dry_run=true`, body },
        });
        context.show(plan, () => showPlan(plan));
        return;
      }
      const records = await create(api, body, idempotencyKey ?? randomUUID());
      context.showEach(records, () => showRegulations(records));
    });
}

/**
 * Creates regulations. If the outcome is unknown, the error contains the idempotency key, so that
 * the user can safely repeat the command.
 */
async function create(api: ApiClient, body: unknown, key: string): Promise<RegulationDto[]> {
  try {
    return await api.json({ method: 'POST', path: PATH, body, idempotencyKey: key });
  } catch (error) {
    if (error instanceof ApiFailure && error.status < 500 && error.attempts === 1) throw error;
    if (!(error instanceof CommandFailure)) throw error;
    const Kind = error instanceof Interrupted ? Interrupted : CommandFailure;
    const hint = `The regulations may exist already. To create them exactly once, repeat the command within 24 hours with --idempotency-key ${key}`;
    throw new Kind(`${error.message}\n${hint}`.trimStart(), { cause: error });
  }
}
