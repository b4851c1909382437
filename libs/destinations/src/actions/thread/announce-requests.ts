import type { RequestClient } from './actions-library.js';
import { currentRun, within } from './capture-requests.js';
import { guardAnswer } from './guard-answer.js';

/** The library's client, with requests that announce themselves to the run that makes them. */
export function announcing(request: RequestClient): RequestClient {
  return async (url, options) => {
    const run = currentRun();
    const place = run?.open();
    if (run === undefined || place === undefined) return new Promise(() => undefined);
    try {
      // The library's own timeout would give up a request that is still under way; the run has a deadline.
      const unhurried = { ...options, timeout: false };
      const answer = await within(run, () => request(url, unhurried), place);
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
