/**
 * Waits for a promise, but not for ever. After the deadline the work goes on in the background, and how
 * it ends is ignored, also a failure. No timer is left when the promise is settled in time.
 *
 * By hand, as p-timeout makes an error with its stack for each call: 50 µs instead of 6, and requests
 * wait here.
 *
 * @param work what is waited for
 * @param ms milliseconds from now; 0 or less leaves time for what is settled already, no more
 * @param onLate called when the time is over: returns what counts instead, or throws
 * @returns what the work or `onLate` returned
 * @throws what the work or `onLate` threw
 */
export async function withDeadline<T, Late = T>(
  work: PromiseLike<T>,
  ms: number,
  onLate: () => Late | Promise<Late>,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  }).then(onLate);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
