import { benchDeletions } from './fairness/deletions.mjs';
import { benchLargestInputs } from './fairness/largest-inputs.mjs';
import { benchTestRuns } from './fairness/test-runs.mjs';
import { inParts } from './support/session.mjs';

export function run(session) {
  return inParts(session, [benchTestRuns, benchDeletions, benchLargestInputs]);
}
