// Generates docs/states.md.
import {
  ATTEMPT_OUTCOME_WORDS,
  CONDITION_WORDS,
  DELETION_STATE_WORDS,
  QUEUE_WORDS,
  REGULATION_STATUS_WORDS,
  VERIFICATION_STATE_WORDS,
} from '../libs/contracts/dist/index.js';

const TABLES = {
  'A regulation': ['`status`', REGULATION_STATUS_WORDS],
  'The deletion at one destination, and a deletion job': [
    '`status`, `state`',
    DELETION_STATE_WORDS,
  ],
  'An attempt of a deletion': ['`outcome`', ATTEMPT_OUTCOME_WORDS],
  'A verification of a deletion': ['`verification.status`', VERIFICATION_STATE_WORDS],
  'Conditions beside the state': ['member', CONDITION_WORDS],
  'The queue of a destination': ['member', QUEUE_WORDS],
};

export function statesPage(generated) {
  const tables = Object.entries(TABLES).map(([title, [column, states]]) => {
    const rows = Object.entries(states).map(
      ([name, { words, meaning }]) => `| \`${name}\` | ${words} | ${meaning} |`,
    );
    return `## ${title}

| ${column} in the API, the command line and labels of metrics | in the console, in alerts and in texts | meaning |
| --- | --- | --- |
${rows.join('\n')}`;
  });
  return `# States

${generated}

Each state has one name for programs and one word for people. A retry of an aborted job is a new job. The old job keeps its state and gets
\`retriedAt\`. From then on, the old job is not overdue and does not need attention. An exception changes an aborted job to \`excepted\`.

${tables.join('\n\n')}

\`overdue\` is shown in lists and records of regulations, deletions and jobs. It is a filter of both lists and a count in
\`GET /v2/deletion-jobs/summary\`. The metric is \`lethe_deletion_jobs_overdue\`, the alert is \`LetheDeletionsOverdue\`.

\`needsAttention\` is shown in jobs. It is the filter \`needs_attention\` and a count in the summary. The metric is
\`lethe_deletion_jobs_needing_attention\`, the alert is \`LetheDeletionsAborted\`.

\`foundAgain\` is shown in jobs, and in lists and records of regulations. It is the filter \`found_again\` of jobs and a count in the summary.
The metric \`lethe_deletion_verifications_found\` and the alert \`LetheDeletedDataFound\` count only data of suppressed users.`;
}
