// What states are called: docs/states.md.
import {
  ATTEMPT_OUTCOME_WORDS,
  CONDITION_WORDS,
  DELETION_STATE_WORDS,
  QUEUE_WORDS,
  REGULATION_STATUS_WORDS,
} from '../libs/contracts/dist/index.js';

const TABLES = {
  'A regulation': ['`status`', REGULATION_STATUS_WORDS],
  'The deletion at one destination, and a deletion job': [
    '`status`, `state`',
    DELETION_STATE_WORDS,
  ],
  'An attempt of a deletion': ['`outcome`', ATTEMPT_OUTCOME_WORDS],
  'Conditions beside the state': ['member', CONDITION_WORDS],
  'The queue of a destination': ['member', QUEUE_WORDS],
};

export function statesPage(generated) {
  const tables = Object.entries(TABLES).map(([title, [column, states]]) => {
    const rows = Object.entries(states).map(
      ([name, { words, meaning }]) => `| \`${name}\` | ${words} | ${meaning} |`,
    );
    return `## ${title}

| ${column} in the API, the command line and labels of metrics | in the console, in alerts and in texts | means |
| --- | --- | --- |
${rows.join('\n')}`;
  });
  return `# States

${generated}

Each state has one name, for programs, and one word, for people. A retry of an aborted job is a new job. The old one keeps its state and gets \`retriedAt\`;
it is neither overdue nor needs attention from then on.

${tables.join('\n\n')}

Where they are shown: \`overdue\` in lists and records of regulations, deletions and jobs, as a filter of both lists, as a count in
\`GET /v2/deletion-jobs/summary\`, as the metric \`lethe_deletion_jobs_overdue\` and the alert \`LetheDeletionsOverdue\`. \`needsAttention\` in
jobs, as the filter \`needs_attention\`, as a count in the summary, as the metric \`lethe_deletion_jobs_needing_attention\` and the alert \`LetheDeletionsAborted\`.`;
}
