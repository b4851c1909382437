import type { RestoreReport } from '@lethe/regulation';

/**
 * Returns the report of a restore as text for the operator. The text contains identifiers of users.
 */
export function describeRestore(report: RestoreReport, applied: boolean): string[] {
  const jobs = (list: RestoreReport['orders'] | RestoreReport['ended']): string[] =>
    list.map((job) => {
      const state = 'state' in job ? `, ${job.state}` : '';
      return `job ${job.jobId} of ${job.workspaceId} at ${job.destinationId}, users: ${job.users}${state}`;
    });
  const users = (list: RestoreReport['rebuilt']): string[] =>
    list.map(({ workspaceId, userId, sources }) => {
      const where = sources.includes('*') ? 'at all sources' : `at ${sources.join(', ')}`;
      return `${workspaceId} ${JSON.stringify(userId)} ${where}`;
    });
  const facts = (list: RestoreReport['lost']): string[] =>
    list.map(
      (fact) => `${fact.workspaceId} ${fact.regulationId} (${fact.type}) ${fact.at.toISOString()}`,
    );
  return [
    ...section(
      'Users suppressed again, by regulations that "lethe restored" created',
      users(report.rebuilt),
    ),
    ...section('Deletion jobs created again, on hold until they are released', jobs(report.orders)),
    ...section('Deletion jobs created again in their final state', jobs(report.ended)),
    ...section(
      "Deletion jobs put on hold, because they were running, or because in the lost period a user's regulation was canceled or the user's deletion ended",
      jobs(report.held),
    ),
    ...section(
      'Tokens and secrets of data planes revoked again',
      report.revoked.map(({ kind, owner, name }) => {
        return `${kind === 'token' ? 'token' : 'data plane'} "${name}" of ${owner}`;
      }),
    ),
    ...section(
      'Users still suppressed whose suppression was lifted in the lost period (cancel their regulations if they must not be suppressed)',
      users(report.kept),
    ),
    ...section(
      'Regulations active again, because their cancel was lost',
      facts(report.lostCancels),
    ),
    ...section(
      'Regulations that cannot be restored under their ids (their suppressions are rebuilt as listed above)',
      facts(report.lost),
    ),
    ...report.missingTopics.map(
      (topic) => `Topic ${topic} does not exist. Nothing can be rebuilt from it.`,
    ),
    ...(report.unreadable === 0 ? [] : [`Records that could not be read: ${report.unreadable}.`]),
    applied
      ? 'Done. Lethe now publishes every state again, and data planes read everything again.'
      : 'Nothing was changed. "lethe restored --apply" makes these changes. Then Lethe publishes every state again, and data planes read everything again.',
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0
    ? []
    : [`${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)];
}
