import type { RequestClient } from './actions-library.js';
import { currentRun, within } from './capture-requests.js';
import { guardAnswer } from './guard-answer.js';

/** Returns a client of the library that announces each request to its run. */
export function announcing(request: RequestClient): RequestClient {
  return async (url, options) => {
    const run = currentRun();
    const position = run?.open();
    if (run === undefined || position === undefined) return new Promise(() => undefined);
    try {
      // The timeout of the library would abandon a request in flight. The run has a deadline
      // instead.
      const withoutTimeout = { ...options, timeout: false };
      const answer = await within(run, () => request(url, withoutTimeout), position);
      return run.sending
        ? answer
        : guardAnswer(answer, () => {
            run.read();
          });
    } finally {
      run.settle();
    }
  };
}
