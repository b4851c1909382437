import { setTimeout as sleep } from 'node:timers/promises';
import { hasDestination, isSavedSince, type TestTarget } from '@lethe/catalog';
import { LetheError, type TestedVersions } from '@lethe/contracts';

const LOOK_AGAIN_MS = 100;

/**
 * What a run runs on: no older than what was saved when its gateway took it over, or nothing.
 *
 * @param find asks the catalog
 * @param since as the request says; absent where the gateway knew of no change
 * @param signal ends at the run's deadline
 * @throws LetheError `unavailable` when the database still answers with an older state by then
 */
export async function savedTarget(
  find: () => Promise<TestTarget | undefined>,
  since: string | undefined,
  signal: AbortSignal,
): Promise<TestTarget | undefined> {
  for (;;) {
    const target = await find();
    if (target === undefined || isSavedSince(target, since)) return target;
    if (signal.aborted) throw new LetheError('unavailable', { message: NOT_THERE_YET });
    await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

const NOT_THERE_YET =
  'Not run, and nothing was sent: the database that the test runner reads did not have what was saved before the test was asked for, until the deadline of the run. Try again, and tell the operator of this service if it stays so.';

/** What the answer says of it; nothing of what is not saved. */
export function versionsOf(target: TestTarget): TestedVersions | undefined {
  const { savedAt, destination, transformation } = target;
  if (savedAt === undefined) return undefined;
  return {
    savedAt,
    ...(hasDestination(target) && { destination: destination.version }),
    ...(transformation?.version !== undefined && {
      transformation: { id: transformation.id, version: transformation.version },
    }),
  };
}
