import type { DeletionSummaryDto } from '@lethe/api/deletions';
import type { Command } from 'commander';
import { connectApi } from '../api/connect-api.js';
import type { CommandContext } from '../command-context.js';
import { showSummary } from './show-deletions.js';

export const SUMMARY_PATH = '/v2/deletion-jobs/summary';

export function addSummary(deletions: Command, context: CommandContext): void {
  deletions
    .command('summary')
    .description(
      'Count deletion jobs by destination and state, with the creation time of the oldest.',
    )
    .action(async () => {
      const api = await connectApi(context);
      const summary = await api.json<DeletionSummaryDto>({ method: 'GET', path: SUMMARY_PATH });
      context.show(summary, () => showSummary(summary));
    });
}
