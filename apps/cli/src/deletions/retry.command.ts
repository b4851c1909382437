import type { RetryDeletionsDto, RetryResultDto } from '@lethe/api/deletions';
import { defined, FIXED_LIMITS } from '@lethe/contracts';
import { Option, type Command } from 'commander';
import type { ApiClient } from '../api/api-client.js';
import { ApiFailure } from '../api/api-failure.js';
import { connectApi } from '../api/connect-api.js';
import { CommandFailure, Interrupted, type CommandContext } from '../command-context.js';
import { count } from '../count.js';

const NOTES = `
Correct the cause of the failures first. A retry creates a new job with the same deadline. Destinations whose jobs
cannot be retried are listed with the reason. You can repeat the command safely.

Examples:
  lethe deletions retry --destination dst_hook
  lethe deletions retry --regulation 01a1fd89-24fb-77bc-b476-21faf387fffd`;

interface RetryOptions {
  readonly destination?: string;
  readonly regulation?: string;
}

export function addRetry(deletions: Command, context: CommandContext): void {
  deletions
    .command('retry')
    .description(
      'Retry jobs that failed permanently: all of them, or those of a destination or a regulation.',
    )
    .option('--destination <id>', 'only jobs of this destination')
    .addOption(
      new Option('--regulation <id>', 'only the user of this regulation').conflicts('destination'),
    )
    .addHelpText('after', NOTES)
    .action(async ({ destination, regulation }: RetryOptions) => {
      const api = await connectApi(context);
      const { jobs, users, leftOut } =
        regulation === undefined
          ? await retryAll(context, api, destination)
          : await retryRegulation(api, regulation);
      for (const { destinationId, reason } of leftOut) context.note(`${destinationId}: ${reason}`);
      context.show({ jobs, users, leftOut }, () => [
        `${count(jobs, 'new job')} with ${count(users, 'user')}.`,
      ]);
    });
}

type Retried = Omit<RetryResultDto, 'more'>;

/**
 * Retries the user of one regulation.
 *
 * @throws ApiFailure if there is nothing to retry. If an earlier attempt of this command possibly
 * retried everything, the message says so
 */
async function retryRegulation(api: ApiClient, id: string): Promise<Retried> {
  const path = `/v2/regulations/${encodeURIComponent(id)}/retry`;
  try {
    return await api.json<RetryResultDto>({ method: 'POST', path });
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 409 || error.attempts === 1) throw error;
    throw new CommandFailure(
      `${error.message}\nAn earlier attempt of this command got no usable answer, so it may have created the new jobs. "deletions list" shows them.`,
      { cause: error },
    );
  }
}

/**
 * Retries in batches until no job is left.
 *
 * @throws Interrupted after Ctrl-C; errors of the requests
 */
async function retryAll(
  context: CommandContext,
  api: ApiClient,
  destination: string | undefined,
): Promise<Retried> {
  let jobs = 0;
  let users = 0;
  const leftOut = new Map<string, Retried['leftOut'][number]>();
  const body: RetryDeletionsDto = {
    // Without this time, jobs that fail again would be retried in an endless loop.
    createdBefore: new Date().toISOString(),
    limit: FIXED_LIMITS.pageSize,
    ...defined({ destinationId: destination }),
  };
  for (let more = true; more;) {
    const result = await retryBatch(api, body, jobs);
    jobs += result.jobs;
    users += result.users;
    ({ more } = result);
    for (const one of result.leftOut) leftOut.set(one.destinationId, one);
    if (more) context.note(`${count(jobs, 'new job')} so far.`);
  }
  return { jobs, users, leftOut: [...leftOut.values()] };
}

/** @param jobs number of jobs that earlier batches created, for the message about Ctrl-C */
async function retryBatch(
  api: ApiClient,
  body: RetryDeletionsDto,
  jobs: number,
): Promise<RetryResultDto> {
  try {
    return await api.json<RetryResultDto>({
      method: 'POST',
      path: '/v2/deletion-jobs/retry',
      body,
    });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(
      `${count(jobs, 'new job')} so far. Run the same command again to retry the other jobs.`,
      { cause: error },
    );
  }
}
