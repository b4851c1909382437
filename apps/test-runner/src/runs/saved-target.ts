import { setTimeout as sleep } from 'node:timers/promises';
import { hasDestination, isSavedSince, type TestTarget } from '@lethe/catalog';
import { LetheError, type TestedVersions } from '@lethe/contracts';

const POLL_MS = 100;

/**
 * Returns the target of a run, with all changes that were saved before the request. Polls the
 * catalog until it contains these changes.
 *
 * @param find reads the target from the catalog
 * @param since time of the last saved change; undefined if the gateway knows of no change
 * @param signal aborted at the run's deadline
 * @throws LetheError `unavailable` if the database does not contain the changes at the deadline
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
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

const NOT_THERE_YET =
  'Not run, and nothing was sent: the database of the test runner did not get the latest saved changes before the deadline of the run. Try again. If this error stays, tell the operator of this service.';

/** Returns the tested versions for the answer; undefined for an unsaved target. */
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
