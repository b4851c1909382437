import type { Schemas } from '../../api/client.js';
import type { Event } from '../../lib/parse-events.js';
import type { TestCaseInput } from '../../api/tests.js';

type Output = Schemas['TransformedOutputDto'];
type Content = Pick<TestCaseInput, 'event' | 'stages' | 'expected'>;

/** A run of one event, as the page shows it. */
interface SeenRun {
  readonly event: Event;
  readonly output: readonly Output[];
  /** True if the output contains requests to a destination. */
  readonly hasRequests: boolean;
}

/** Returns a test case for the transformation. */
export function caseOfCode({ event, output }: SeenRun): Content {
  return {
    ...{ event, stages: ['user_transform'] },
    expected: output.map(({ event: after }) => ({ ...eventOf(after) })),
  };
}

/**
 * Returns a test case for the destination. If the destination uses this code, the test case has the
 * original event. If not, the test case has the output of the code as its event, and skips the
 * code.
 *
 * @returns undefined if there are no requests, or if the code is skipped and its output is not
 * exactly one event
 */
export function caseOfRequests(
  { event, output, hasRequests }: SeenRun,
  runsThere: boolean,
): Content | undefined {
  if (!hasRequests) return undefined;
  if (runsThere) {
    return {
      ...{ event, stages: ['user_transform', 'dest_transform'] },
      expected: output.map((one) => ({ ...eventOf(one.event), ...requestsOf(one) })),
    };
  }
  const [first, ...more] = output;
  if (first?.event === undefined || more.length > 0) return undefined;
  return { event: first.event, stages: ['dest_transform'], expected: [requestsOf(first)] };
}

function eventOf(event: Output['event']): Pick<Output, 'event'> {
  return event === undefined ? {} : { event };
}

function requestsOf({ requests }: Output): Pick<Output, 'requests'> {
  return requests === undefined ? {} : { requests };
}
