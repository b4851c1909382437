import type { TestResult, TestResultData } from '@lethe/contracts';
import type { TestRunParts } from './test-run.js';

/** @returns parts that work like these, and whether anything reached somebody outside through them */
export function watched(parts: TestRunParts): {
  readonly parts: TestRunParts;
  wasReached(): boolean;
} {
  let isReached = false;
  return {
    parts: {
      ...parts,
      runUserCode: async (run, options) => {
        const outcome = await parts.runUserCode(run, options);
        isReached ||= outcome.touched?.network === true;
        return outcome;
      },
      deliver: async (request, signal) => {
        const answer = await parts.deliver(request, signal);
        isReached ||= answer.status !== 0;
        return answer;
      },
    },
    wasReached: () => isReached,
  };
}

/** What is shown of a run that should have sent something, with what became of that. */
export function withResponses(shown: TestResult, sent: TestResult): TestResult {
  const data = shown.data.map((element, index): TestResultData => {
    const tried = sent.data[index] ?? sent.data[0] ?? {};
    return {
      ...element,
      ...pick(tried, 'destination_response'),
      ...pick(tried, 'destination_response_status'),
    };
  });
  return { ...shown, data };
}

function pick(data: TestResultData, name: keyof TestResultData): TestResultData {
  return data[name] === undefined ? {} : { [name]: data[name] };
}
