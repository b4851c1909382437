import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { waitFor } from '@lethe/testing';
import type { System } from '../system.js';
import type { Api } from './api.js';
import { IDS } from './workspaces.js';

/** The changes of one user, from the caller's view. */
export interface Life {
  readonly userId: string;
  /** Ids of regulations whose creation was acknowledged. */
  readonly created: readonly string[];
  /** Ids of regulations whose cancellation was acknowledged. */
  readonly canceled: readonly string[];
}

/**
 * The states of a life, in the form of `describeState`. They all differ, so that a record shows
 * which step the user had reached.
 */
export const STATES_OF_A_LIFE = [
  IDS.web,
  `${IDS.app} ${IDS.web}`,
  IDS.app,
  `* ${IDS.app}`,
  '*',
  'nothing',
] as const;

const ATTEMPT_MS = 3_000;

/**
 * Creates and cancels regulations of one user, step by step. Repeats a request until it is
 * acknowledged, each time at the next gateway. Creates have an idempotency key, as in the docs.
 *
 * @param turn number of the first gateway
 */
export async function live(system: System, userId: string, turn = 0): Promise<Life> {
  const created: string[] = [];
  const canceled: string[] = [];
  const persist = async <T>(attempt: (api: Api) => Promise<T>): Promise<T> => {
    const next = async (): Promise<{ result: T }> => {
      const api = system.api('admin', turn % system.gateways.length);
      turn += 1;
      return { result: await attempt(api) };
    };
    const message = `a step of ${userId} to be acknowledged`;
    return (await waitFor(next, { intervalMs: 50, message })).result;
  };
  const create = async (what: Omit<CreateRegulationsDto, 'users'>): Promise<string> => {
    const idempotencyKey = `${userId}-${created.length}`;
    const request = { ...what, users: [{ userId }] };
    const [record] = await persist((api) =>
      api.create(request, { idempotencyKey, timeoutMs: ATTEMPT_MS }),
    );
    created.push(record!.id);
    return record!.id;
  };
  const cancel = async (id: string): Promise<void> => {
    await persist((api) => api.cancel(id, ATTEMPT_MS));
    canceled.push(id);
  };

  const web = await create({ regulationType: 'suppress', sourceIds: [IDS.web] });
  const app = await create({ regulationType: 'suppress', sourceIds: [IDS.app] });
  await cancel(web);
  const everywhere = await create({
    regulationType: 'suppress_with_delete',
    destinationIds: [IDS.hook],
  });
  await cancel(app);
  await cancel(everywhere);
  return { userId, created, canceled };
}
