import type { JsonObject } from '@lethe/contracts';
import type { DeletionInput } from '@lethe/destinations';

/** Returns the input of a deletion. Its `calls` returns how often `beforeCall` was called. */
export function deletionInput(
  config: JsonObject,
  userIds: readonly string[],
  given: Partial<DeletionInput> = {},
): DeletionInput & { readonly calls: () => number } {
  let calls = 0;
  return {
    jobId: 'job-1',
    workspaceId: 'ws_test',
    destinationId: 'dest-1',
    destinationType: 'TEST',
    config,
    users: userIds.map((userId, index) => ({
      regulationId: `regulation-${index}`,
      identifiers: { userId },
    })),
    beforeCall: () => {
      calls += 1;
      return Promise.resolve();
    },
    saveProgress: () => undefined,
    signal: new AbortController().signal,
    ...given,
    calls: () => calls,
  };
}

export function numbered(count: number, prefix = 'u'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}
