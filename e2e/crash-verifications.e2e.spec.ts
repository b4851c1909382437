import type { RegulationDetailDto } from '@lethe/api/regulations';
import type { RegulationLifecycle } from '@lethe/contracts';
import { describeWithKafka, usualOrLong, waitFor } from '@lethe/testing';
import pg from 'pg';
import { PostgresStore } from './found-again/postgres-store.js';
import { findWrongFacts, findWrongJobs } from './support/facts.js';
import type { DeletionStep, FailPoint } from './support/failpoints.js';
import { TOKENS, WORKSPACE } from './support/workspaces.js';
import { System } from './system.js';

const STORE = 'dst_store';
/** Its deletions are paused, so that they stay open. */
const PAUSED = 'dst_paused';
/** Its table does not exist, so its deletions fail permanently. */
const GONE = 'dst_gone';

/** The usual run kills the service at one point of each transaction. The long run does at all. */
const EXTENSIONS = pointsOf('storing an extension', 'after the commit of');
const EXCEPTIONS = pointsOf('storing an exception', 'before the commit of');
const ORDERS = pointsOf('ordering a verification', 'after the commit of');
/** The transaction of a report that finds data ends with the new job. */
const REPORTS = usualOrLong<readonly FailPoint[]>(
  ['after the commit of storing a job'],
  [
    ...pointsOf('claiming verifications'),
    ...(['before ending a verification', 'after ending a verification'] as const),
    ...pointsOf('storing a job'),
  ],
);

describeWithKafka('a regulation service that is killed', () => {
  let store: PostgresStore;
  let system: System;
  let users = 0;

  beforeAll(async () => {
    store = await PostgresStore.start();
    system = await System.start({
      workers: 1,
      workspaces: [workspace(store.config)],
      environment: (app) => ({ ...(app === 'gateway' ? { LOG_LEVEL: 'warn' } : {}) }),
    });
    await call(`/v2/destinations/${PAUSED}/deletions/pause`);
  });
  afterEach(() => {
    system.heal();
  });
  afterAll(async () => {
    await system.stop();
    await store.stop();
  });

  it.each(EXTENSIONS)('%s extends a deadline once', async (point) => {
    const { id } = await order(PAUSED, { law: 'gdpr' });
    const { dueAt } = await waitFor(() => system.api().get(id));
    await killAt(point, `/v2/regulations/${id}/extension`, { reason: 'complex' });
    const extended = await system.api().get(id);
    expect(extended.extension).toMatchObject({ previousDueAt: dueAt, dueAt: extended.dueAt });
    expect(Date.parse(extended.dueAt!)).toBeGreaterThan(Date.parse(dueAt!));
  });

  it.each(EXCEPTIONS)('%s closes a job once', async (point) => {
    const { id } = await order(GONE);
    const { jobId } = await deletionOf(id, ({ status }) => status === 'aborted');
    const exception = { reason: 'the table is gone', basis: 'GDPR Art. 17(3)(b)' };
    await killAt(point, `/v2/deletion-jobs/${jobId!}/exception`, exception);
    const { status, history = [] } = await deletionOf(id);
    expect([status, history.map(({ outcome }) => outcome)]).toEqual([
      'excepted',
      ['aborted', 'excepted'],
    ]);
    expect(await published(id)).toEqual(['aborted', 'excepted']);
  });

  it.each(ORDERS)('%s keeps one verification, which ends once', async (point) => {
    const { id } = await deleted();
    await call(`/v2/destinations/${STORE}/deletions/pause`); // so that it is not carried out yet
    await killAt(point, `/v2/regulations/${id}/verify`);
    expect(await verificationsOf(id)).toEqual([{ state: 'pending', alarm: false }]);
    await call(`/v2/destinations/${STORE}/deletions/resume`);
    await deletionOf(id, ({ verification }) => verification?.status === 'absent');
    expect(await verificationsOf(id)).toEqual([{ state: 'absent', alarm: false }]);
  });

  it.each(REPORTS)('%s finds data once, and deletes it once more', async (point) => {
    const { id, userId } = await deleted();
    await store.putBack(userId, users);
    const [service] = system.regulations;
    await call(`/v2/destinations/${STORE}/deletions/pause`);
    await call(`/v2/regulations/${id}/verify`);
    system.arm(service!, point, 'SIGKILL');
    await call(`/v2/destinations/${STORE}/deletions/resume`, {}, true);
    await restartKilled();
    await expectDeletedAgain(id, userId);
  });

  it('does not matter when the worker is killed while it verifies', async () => {
    const { id, userId } = await deleted();
    await store.putBack(userId, 0);
    const [worker] = system.workers;
    const locking = new pg.Client({ connectionString: store.url });
    await locking.connect();
    try {
      await locking.query('begin; lock table people');
      await call(`/v2/regulations/${id}/verify`);
      const waits = `select from pg_locks where relation = 'people'::regclass and not granted`;
      await waitFor(async () => (await locking.query(waits)).rowCount === 1, {
        message: () => `the verification:\n${system.output}`,
      });
      await worker!.kill();
    } finally {
      await locking.end();
    }
    worker!.start();
    await expireLease();
    await expectDeletedAgain(id, userId);
  });

  /** Ends the lease of the killed worker, and the backoff that follows. */
  async function expireLease(): Promise<void> {
    await system.query(
      `update regulation.deletion_verifications set lease_expires_at = now() where state = 'running'`,
    );
    const failed = `update regulation.deletion_verifications set claimable_at = now() where state = 'failed' returning id`;
    await waitFor(async () => (await system.query(failed)).length === 1, {
      message: () => `the lease to end:\n${system.output}`,
    });
    await system.query(
      `update regulation.deletion_lanes set verify_at = now(), delayed_until = null where destination_id = '${STORE}'`,
    );
  }

  async function expectDeletedAgain(id: string, userId: string): Promise<void> {
    const { history = [] } = await deletionOf(
      id,
      ({ status, history: attempts = [] }) =>
        status === 'complete' && attempts.some(({ outcome }) => outcome === 'found'),
    );
    expect(history.map(({ outcome }) => outcome)).toEqual(['complete', 'found', 'complete']);
    expect(await store.count(userId)).toBe(0);
    expect(await verificationsOf(id)).toEqual([{ state: 'found', alarm: true }]);
    await call(`/v2/regulations/${id}/verify`);
    await deletionOf(id, ({ verification }) => verification?.status === 'absent');
    expect(await verificationsOf(id)).toEqual([
      { state: 'found', alarm: false },
      { state: 'absent', alarm: false },
    ]);
    expect(await published(id)).toEqual(['complete', 'pending', 'complete']);
  }

  async function deleted(): Promise<{ id: string; userId: string }> {
    const ordered = await order(STORE);
    await deletionOf(ordered.id, ({ status }) => status === 'complete');
    return ordered;
  }

  async function order(destination: string, more: { law?: 'gdpr' } = {}) {
    users += 1;
    const userId = `user-${users}`;
    const request = {
      ...{ regulationType: 'suppress_with_delete' as const, users: [{ userId }] },
      ...{ destinationIds: [destination], ...more },
    };
    // After a restart, the gateway can have a connection that has ended.
    const [record] = await waitFor(() => system.api().create(request, { idempotencyKey: userId }));
    return { id: record!.id, userId };
  }

  /** Sends a request at which the service dies, and repeats it until it is acknowledged. */
  async function killAt(point: FailPoint, path: string, body?: object): Promise<void> {
    system.arm(system.regulations[0]!, point, 'SIGKILL');
    const first = system.api().request('POST', path, body === undefined ? {} : { body });
    await restartKilled();
    const { status, text } = await first;
    expect([status, text]).toEqual([503, expect.stringMatching(/"(unavailable|outcome_unknown)"/)]);
    await call(path, body, true);
  }

  async function restartKilled(): Promise<void> {
    const [service] = system.regulations;
    await system.fired(service!);
    expect(await service!.exited).toMatchObject({ signal: 'SIGKILL' });
    service!.start();
  }

  /** @param isRepeated whether the request is repeated until it is acknowledged */
  async function call(path: string, body?: object, isRepeated = false): Promise<void> {
    const send = async () => {
      const answer = await system.api().request('POST', path, body === undefined ? {} : { body });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return true;
    };
    await (isRepeated ? waitFor(send, { message: path }) : send());
  }

  function deletionOf(
    id: string,
    isSo: (deletion: Deletion) => boolean = () => true,
  ): Promise<Deletion> {
    return waitFor(
      async () => {
        const { deletions: [deletion] = [] } = await system.api().get(id);
        return deletion !== undefined && isSo(deletion) && deletion;
      },
      { message: () => `the deletion of ${id}:\n${system.output}` },
    );
  }

  /** Returns the verifications that a person ordered, in the order of their jobs. */
  function verificationsOf(id: string) {
    return system.query(
      `select v.state, v.alarm from regulation.deletion_verifications v
         join regulation.deletion_job_users u on u.job_id = v.job_id
        where u.regulation_id = $1 and v.ordered_by is not null order by v.id`,
      [id],
    );
  }

  /** Returns the published statuses of a deletion, without repeated records. */
  async function published(id: string): Promise<string[]> {
    await system.drained();
    expect(await findWrongFacts(system)).toEqual([]);
    expect(await findWrongJobs(system)).toEqual([]);
    const statuses = new Map<string, string>();
    for (const { value, headers } of await system.records('lifecycle')) {
      const fact = JSON.parse(String(value)) as RegulationLifecycle;
      if (fact.regulationId !== id || fact.fact !== 'deletion_status_changed') continue;
      statuses.set(headers.ce_id!, fact.status);
    }
    return [...statuses.values()];
  }
});

type Deletion = NonNullable<RegulationDetailDto['deletions']>[number];

/** @param usual the point of the usual run; by default, it has all */
function pointsOf(
  step: DeletionStep,
  usual?: 'before the commit of' | 'after the commit of',
): readonly FailPoint[] {
  const all = ['before', 'after', 'before the commit of', 'after the commit of'] as const;
  return usualOrLong(usual === undefined ? all : [usual], all).map((when) => {
    return `${when} ${step}` as const;
  });
}

function workspace(config: object): object {
  const gone = { ...config, deletionTables: [{ table: 'gone', userIdColumn: 'id' }] };
  const destinations = Object.entries({ [STORE]: config, [PAUSED]: config, [GONE]: gone });
  return {
    ...{ id: WORKSPACE, name: 'Crashes', deletionDelay: 0 },
    tokens: [{ name: 'admin', email: 'a@e2e.example', token: TOKENS.admin, role: 'admin' }],
    destinations: destinations.map(([id, ofOne]) => ({
      ...{ id, name: id, type: 'POSTGRES', enabled: true, config: ofOne },
    })),
  };
}
