import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ATTEMPT_OUTCOMES } from './deletion-attempt.js';
import { DELETION_STATES, REGULATION_STATUSES } from './regulation-states.js';
import {
  ATTEMPT_OUTCOME_WORDS,
  CONDITION_WORDS,
  DELETION_STATE_WORDS,
  REGULATION_STATUS_WORDS,
  VERIFICATION_STATE_WORDS,
} from './state-words.js';
import { VERIFICATION_STATES } from './verification.js';

const KINDS = [
  [REGULATION_STATUSES, REGULATION_STATUS_WORDS],
  [DELETION_STATES, DELETION_STATE_WORDS],
  [ATTEMPT_OUTCOMES, ATTEMPT_OUTCOME_WORDS],
  [VERIFICATION_STATES, VERIFICATION_STATE_WORDS],
] as const;

/** Files with texts about states that users see. */
const SURFACES = [
  'apps/console/src',
  'apps/cli/src/deletions',
  'apps/cli/src/regulations',
  'deploy/helm/lethe/monitoring/alerts.yaml',
  'deploy/monitoring/dashboard',
  'docs/deletion.md',
  'docs/deletion',
  'docs/console.md',
  'docs/runbooks/lethe-deletions-aborted.md',
  'docs/runbooks/lethe-deletions-overdue.md',
];
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

function filesOf(path: string): string[] {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(ROOT, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:tsx?|md|yaml|mjs)$/.test(name))
    .map((name) => join(path, name));
}

describe('the words of states', () => {
  it.each(SURFACES)('are neither replaced by "given up" nor copied into code in %s', (surface) => {
    for (const file of filesOf(surface)) {
      const text = readFileSync(join(ROOT, file), 'utf8');
      expect([file, /\bgiven up\b/i.exec(text)?.[0]]).toEqual([file, undefined]);
      if (!/\.tsx?$/.test(file) || /state-words\.ts$|\.spec\.ts$/.test(file)) continue;
      // Code must use the words of the table instead of a copy.
      const copied =
        /['"`>](?:Failed permanently|Failed, will retry|Partially deleted|Deletion failed)/;
      expect([file, copied.exec(text)?.[0]]).toEqual([file, undefined]);
    }
  });

  it.each(KINDS)('exist for each of %j, and are all different', (states, words) => {
    expect(Object.keys(words)).toEqual([...states]);
    const allWords = [...Object.values(words), ...Object.values(CONDITION_WORDS)].map(
      (one) => one.words,
    );
    expect(new Set(allWords).size).toBe(allWords.length);
  });

  it('are equal for the state of a job and the outcome of the attempt that led to this state', () => {
    for (const name of ['complete', 'aborted'] as const) {
      expect(ATTEMPT_OUTCOME_WORDS[name].words).toBe(DELETION_STATE_WORDS[name].words);
    }
  });
});
