import type { RestoreReport } from '@lethe/regulation';

/** A restore's report as text for the operator; it includes identifiers of users. */
export function describeRestore(report: RestoreReport, applied: boolean): string[] {
  const jobs = (list: RestoreReport['orders'] | RestoreReport['ended']): string[] =>
    list.map((job) => {
      const state = 'state' in job ? `, ${job.state}` : '';
      return `job ${job.jobId} of ${job.workspaceId} at ${job.destinationId}, users: ${job.users}${state}`;
    });
  const users = (list: RestoreReport['rebuilt']): string[] =>
    list.map(({ workspaceId, userId, sources }) => {
      const where = sources.includes('*') ? 'everywhere' : `at ${sources.join(', ')}`;
      return `${workspaceId} ${JSON.stringify(userId)} ${where}`;
    });
  const facts = (list: RestoreReport['lost']): string[] =>
    list.map(
      (fact) => `${fact.workspaceId} ${fact.regulationId} (${fact.type}) ${fact.at.toISOString()}`,
    );
  return [
    ...section(
      'Suppressed again, by regulations that "lethe restored" created',
      users(report.rebuilt),
    ),
    ...section('Deletion jobs made again, held until they are released', jobs(report.orders)),
    ...section('Deletion jobs made again as they had ended', jobs(report.ended)),
    ...section(
      'Deletion jobs held, as they were running, or a user of theirs was withdrawn or done in the lost days',
      jobs(report.held),
    ),
    ...section(
      'Revoked again',
      report.revoked.map(({ kind, owner, name }) => {
        return `${kind === 'token' ? 'token' : 'data plane'} "${name}" of ${owner}`;
      }),
    ),
    ...section(
      'Lifted in the lost days, and suppressed all the same: cancel their regulations if that is right',
      users(report.kept),
    ),
    ...section('Cancels that were lost; these regulations are active', facts(report.lostCancels)),
    ...section(
      'Regulations that cannot be had back under their ids; the suppressions are rebuilt as said above',
      facts(report.lost),
    ),
    ...report.missingTopics.map((topic) => `Topic ${topic} is not there: nothing is known of it.`),
    ...(report.unreadable === 0 ? [] : [`Records that could not be read: ${report.unreadable}.`]),
    applied
      ? 'Done. Everything is told again, and data planes read everything anew.'
      : 'Nothing was changed. "lethe restored --apply" does this, has everything told again, and makes data planes read everything anew.',
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : [`${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)];
}
