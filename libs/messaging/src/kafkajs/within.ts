import { withDeadline } from '@lethe/resilience';

/**
 * Waits for a promise until a deadline, because kafkajs has no deadlines. After the deadline, the
 * work continues in the background, and an error of the work is ignored.
 * @param ms milliseconds from now
 * @param what name of the work in the error
 * @throws Error at the deadline; the error of the work
 */
export function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  return withDeadline(work, ms, () => {
    throw new Error(`${what} took longer than ${String(ms)} ms`);
  });
}
