/**
 * Returns a signal that is aborted when another signal is aborted, or after a time.
 *
 * `AbortSignal.any` with `AbortSignal.timeout` is not used: in Node.js 20 the garbage collector
 * removes the timeout, and the signal is then never aborted. Here the timer holds its controller.
 *
 * @param signal keeps its reason
 * @param ms milliseconds from now, after which the reason is a `TimeoutError`. The timer does not
 * keep the process running
 */
export function signalWithin(signal: AbortSignal, ms: number): AbortSignal {
  const over = new AbortController();
  setTimeout(() => {
    over.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, ms).unref();
  return AbortSignal.any([signal, over.signal]);
}
