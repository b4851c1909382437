import type { DeletionExceptionDto, ExtensionDto } from '@lethe/api/deletions';
import { defined } from '@lethe/contracts';
import type { Command } from 'commander';
import { connectApi } from '../api/connect-api.js';
import type { CommandContext } from '../command-context.js';
import { formatTime } from '../format-time.js';

const EXCEPT_NOTES = `
The job keeps its history. It is no longer overdue, and cannot be retried. An exception cannot be taken back. You can
repeat the command safely: the first exception stays.

Example:
  lethe deletions except --job 4711 --reason 'The vendor closed our account. Ticket 4711.' --basis 'GDPR, Article 17(3)(b)'`;

const EXTEND_NOTES = `
The deadline moves once, before it has passed: with the law gdpr to three months after the request of the person, with
ccpa to 90 days. Without a law, it cannot be extended.

Example:
  lethe deletions extend --regulation 01a1fd89-24fb-77bc-b476-21faf387fffd --reason '120 requests arrived at once.'`;

/** Adds the commands that close a deletion with an exception, and that extend a deadline. */
export function addDeadlineCommands(deletions: Command, context: CommandContext): void {
  deletions
    .command('except')
    .summary('Close a job that failed permanently with an exception.')
    .description('Close a job that failed permanently, because its deletion cannot be carried out.')
    .requiredOption('--job <id>', 'id of the job')
    .requiredOption('--reason <text>', 'why it cannot be carried out; kept, so no personal data')
    .option('--basis <text>', 'legal basis on which the data stays')
    .addHelpText('after', EXCEPT_NOTES)
    .action(async ({ job, reason, basis }: { job: string; reason: string; basis?: string }) => {
      const api = await connectApi(context);
      const exception = await api.json<DeletionExceptionDto>({
        ...{ method: 'POST', path: `/v2/deletion-jobs/${encodeURIComponent(job)}/exception` },
        body: { reason, ...defined({ basis }) },
      });
      context.show({ job, exception }, () => [
        `The job ${job} is closed with an exception since ${formatTime(exception.at)}, by ${exception.createdBy}.`,
      ]);
    });
  deletions
    .command('extend')
    .description('Extend the deadline of a regulation, as its law allows.')
    .requiredOption('--regulation <id>', 'regulation')
    .requiredOption('--reason <text>', 'why more time is needed; kept, so no personal data')
    .addHelpText('after', EXTEND_NOTES)
    .action(async ({ regulation, reason }: { regulation: string; reason: string }) => {
      const api = await connectApi(context);
      const path = `/v2/regulations/${encodeURIComponent(regulation)}/extension`;
      const extension = await api.json<ExtensionDto>({ method: 'POST', path, body: { reason } });
      context.show({ regulation, extension }, () => [
        `The deadline is ${formatTime(extension.dueAt)}. Before, it was ${formatTime(extension.previousDueAt)}.`,
      ]);
    });
}
