import { withDeadline } from '@lethe/resilience';

/**
 * Waits for a promise, but not for ever: kafkajs has no deadlines of its own. The work goes on in
 * the background; its late failure is ignored.
 * @param ms milliseconds from now
 * @param what names the work in the error
 * @throws Error when the time is over; the error of the work
 */
export function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  return withDeadline(work, ms, () => {
    throw new Error(`${what} took longer than ${String(ms)} ms`);
  });
}
