import type { Schemas } from '../../api/client.js';
import type { Event } from '../../lib/parse-events.js';
import type { TestCaseInput } from '../../api/tests.js';

type Output = Schemas['TransformedOutputDto'];
type Content = Pick<TestCaseInput, 'event' | 'stages' | 'expected'>;

/** What was seen of one event. */
interface SeenRun {
  readonly event: Event;
  readonly output: readonly Output[];
  /** Whether the requests of a destination are in it. */
  readonly hasRequests: boolean;
}

/** For a transformation: what its code made of the event. */
export function caseOfCode({ event, output }: SeenRun): Content {
  return {
    ...{ event, stages: ['user_transform'] },
    expected: output.map(({ event: after }) => ({ ...eventOf(after) })),
  };
}

/**
 * For a destination: the requests. Where the code that ran is the destination's own, from the event on; else from what came out of the code
 * on, as other code runs there, or none.
 *
 * @returns undefined where one event does not make one case
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
