import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@lethe/testing';
import { IDS, OTHER_WORKSPACE, WORKSPACE } from '../support/workspaces.js';
import type { Api } from '../support/api.js';
import type { System } from '../system.js';
import { OpenChange } from './open-change.js';
import type { Registry } from './writers.js';

/**
 * Errors after which a request can be repeated: no answer, or a refusal because of a limit or an
 * outage.
 */
const MAY_BE_REPEATED = /^Error: (?:429|503):|^(?:TypeError|TimeoutError):/;
/** Milliseconds between a change and its commit, as long as several polls. */
const COMMITS_AFTER_MS = 50;

const OURS = {
  workspaceId: WORKSPACE,
  sourceIds: [IDS.web, IDS.app],
  destinationIds: [IDS.hook],
};

const THEIRS = {
  workspaceId: OTHER_WORKSPACE,
  sourceIds: [IDS.foreignSource],
  destinationIds: [IDS.foreignHook],
};

/**
 * Returns a registry for each workspace at each gateway, and a registry whose transactions commit
 * late. The late registry has users of its own. If it shared users, all other transactions would
 * wait for its locks, and none could overtake it.
 */
export function registriesOf(system: System): Registry[] {
  const atGateways = [...system.gateways.keys()].flatMap((gateway) => [
    { ...OURS, ...through(system.api('admin', gateway)) },
    { ...THEIRS, ...through(system.api('otherAdmin', gateway)) },
  ]);
  return [...atGateways, committingLate(system)];
}

function through(api: Api): Pick<Registry, 'create' | 'cancel'> {
  return {
    create: async (request) => {
      const idempotencyKey = randomUUID();
      const records = await untilTaken(() => api.create(request, { idempotencyKey }));
      return records.map(({ id }) => id);
    },
    cancel: async (id) => {
      await untilTaken(() => api.cancel(id));
    },
  };
}

/**
 * Retries a refused request, as callers do.
 *
 * @throws an error after which the request must not be repeated
 */
async function untilTaken<T>(request: () => Promise<T>): Promise<T> {
  const { work } = await waitFor(async () => {
    const work = request();
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error instanceof Error && MAY_BE_REPEATED.test(`${error.name}: ${error.message}`))
      throw error;
    return { work };
  });
  return work;
}

function committingLate(system: System): Registry {
  return {
    ...OURS,
    userIds: Array.from({ length: 8 }, (_, n) => `late-${n}`),
    ...through(system.api()),
    create: async ({ users, sourceIds }) => {
      const userIds = users.map(({ userId }) => userId);
      const options = sourceIds === undefined ? { userIds } : { userIds, sourceIds };
      const change = await OpenChange.suppress(system, options);
      await delay(COMMITS_AFTER_MS);
      await change.commit();
      return change.ids;
    },
  };
}
