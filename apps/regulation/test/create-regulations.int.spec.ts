import {
  regulations,
  type CreateRegulationsDto,
  type PlanRegulations,
} from '@lethe/api/regulations';
import { commandsOf } from '@lethe/api/definition';
import { jest } from '@jest/globals';
import { mostInOneTurn } from '@lethe/testing';
import { checkStatedCommand } from '../src/rpc/check-stated-command.js';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await newTestService();
});
afterAll(() => service.close());

const create = (
  request: CreateRegulationsDto,
  more: { workspaceId?: string; key?: string } & Pick<PlanRegulations, 'unusableDestinations'> = {},
) =>
  service.commands.createRegulations({
    context: contextOf(more.workspaceId),
    ...request,
    wantRecords: true,
    ...(more.unusableDestinations && { unusableDestinations: more.unusableDestinations }),
    ...(more.key === undefined ? {} : { idempotencyKey: more.key }),
  });

const PLAN = commandsOf(regulations).get('planRegulations')!;

const count = async (table: string, where = 'true') => {
  const [row] = await service.database.query<{ n: number }>(
    `select count(*)::int as n from regulation.${table} where ${where}`,
  );
  return row!.n;
};

const coded = (code: string) => expect.objectContaining({ code }) as Error;

describe('createRegulations', () => {
  it('creates a regulation, a suppression and a fact for each user, in sequence', async () => {
    const { records } = await create(suppress('order-1', 'order-2', 'order-3'));
    expect(records!.map((record) => record.attributes.userId)).toEqual([
      'order-1',
      'order-2',
      'order-3',
    ]);
    expect([...records!.map((record) => record.id)].sort()).toEqual(
      records!.map((record) => record.id),
    );
    expect(
      await count(
        'suppressions',
        "user_id like 'order-%' and source_id = '*' and active_count = 1",
      ),
    ).toBe(3);
    const facts = await service.database.query<{ key: string; data: string }>(
      'select key, data from regulation.outbox where key = any($1) order by id',
      [records!.map((record) => record.id)],
    );
    expect(facts.map((fact) => fact.key)).toEqual(records!.map((record) => record.id));
    expect(facts.every((fact) => !fact.data.includes('order-'))).toBe(true);
  });

  it('drops exact repeats, and keeps the same user with different identifiers', async () => {
    const { records } = await create({
      regulationType: 'suppress',
      users: [
        { userId: 'twin', email: 'a@example.com' },
        { email: 'a@example.com', userId: 'twin' },
        { userId: 'twin' },
      ],
    });
    expect(records).toHaveLength(2);
    expect(await count('suppressions', "user_id = 'twin' and active_count = 2")).toBe(1);
  });

  it('stores identifiers unchanged', async () => {
    const attributes = {
      userId: 'verbatim',
      phone: ' +1 ',
      'x.y-$': { b: [1, null, 'ü'], a: 1.5 },
    };
    const { records } = await create({ regulationType: 'suppress', users: [attributes] });
    const shown = await service.commands.getRegulation({
      context: contextOf(),
      id: records![0]!.id,
    });
    expect(shown.attributes).toEqual(attributes);
    expect(JSON.stringify(shown.attributes)).toBe(JSON.stringify(records![0]!.attributes));
  });

  it('reports the ids of unknown sources, and stores nothing', async () => {
    const before = await count('regulations');
    await expect(
      create({
        regulationType: 'suppress',
        sourceIds: ['src_a', 'src_nope'],
        users: [{ userId: 'u' }],
      }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      details: { 'sourceIds[1]': expect.stringContaining('src_nope') as string },
    });
    expect(await count('regulations')).toBe(before);
  });

  it('suppresses a user at each of the sources', async () => {
    await create({
      regulationType: 'suppress',
      sourceIds: ['src_a', 'src_b', 'src_a'],
      users: [{ userId: 'per-source' }],
    });
    expect(await count('suppressions', "user_id = 'per-source' and active_count = 1")).toBe(2);
  });

  it('refuses a command after its deadline, and stores nothing', async () => {
    const before = await count('regulations');
    const context = { ...contextOf(), deadline: Date.now() - 1 };
    await expect(
      service.commands.createRegulations({ context, ...suppress('late'), wantRecords: false }),
    ).rejects.toThrow(coded('unavailable'));
    expect(await count('regulations')).toBe(before);
  });

  it('stores nothing if the last user is invalid', async () => {
    const before = await count('outbox');
    await expect(create(suppress('first', ''))).rejects.toThrow();
    expect(await count('regulations', "user_id = 'first'")).toBe(0);
    expect(await count('suppressions', "user_id = 'first'")).toBe(0);
    expect(await count('outbox')).toBe(before);
  });

  it('wakes the relay after a commit, and not after a failure', async () => {
    const before = service.wakes();
    await create(suppress('waking'));
    expect(service.wakes()).toBe(before + 1);
    await create(suppress('')).catch(() => undefined);
    expect(service.wakes()).toBe(before + 1);
  });

  it('accepts 10,000 users at once', async () => {
    const users = Array.from({ length: 10_000 }, (_, index) => `bulk-${index}`);
    const { records } = await create(suppress(...users));
    expect(records).toHaveLength(10_000);
    expect(await count('suppressions', "user_id like 'bulk-%'")).toBe(10_000);
  });

  it('does not deadlock if requests have the same users in opposite sequences', async () => {
    const users = Array.from({ length: 200 }, (_, index) => `crowd-${index}`);
    await Promise.all(
      Array.from({ length: 12 }, (_, round) =>
        create(suppress(...(round % 2 ? users : [...users].reverse()))),
      ),
    );
    expect(await count('suppressions', "user_id like 'crowd-%' and active_count = 12")).toBe(200);
  });
});

describe('an Idempotency-Key', () => {
  it('makes a repeated request return the first response, and create nothing', async () => {
    const first = await create(suppress('again-1', 'again-2'), { key: 'k1' });
    await service.commands.cancelRegulation({
      context: contextOf(),
      id: first.records![0]!.id,
      allowedTypes: ['suppress'],
    });
    const second = await create(suppress('again-1', 'again-2'), { key: 'k1' });
    expect(JSON.stringify(second)).toBe(JSON.stringify(first));
    expect(await count('regulations', "user_id like 'again-%'")).toBe(2);
  });

  it('is refused with a different body', async () => {
    await create(suppress('body-1'), { key: 'k2' });
    await expect(create(suppress('body-2'), { key: 'k2' })).rejects.toThrow(
      coded('idempotency_key_reused'),
    );
  });

  it('belongs to one workspace', async () => {
    await create(suppress('mine'), { key: 'k3', workspaceId: 'ws_a' });
    const other = await create(suppress('theirs'), { key: 'k3', workspaceId: 'ws_b' });
    expect(other.records![0]!.attributes.userId).toBe('theirs');
  });

  it('lets only one of several concurrent requests create regulations', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => create(suppress('race'), { key: 'k4' })),
    );
    expect(await count('regulations', "user_id = 'race'")).toBe(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ code: 'idempotency_in_progress' });
    }
    expect(outcomes.some((outcome) => outcome.status === 'fulfilled')).toBe(true);
  });

  it('can be used again after a request that failed', async () => {
    await expect(
      create(
        { regulationType: 'suppress', sourceIds: ['nope'], users: [{ userId: 'x' }] },
        { key: 'k5' },
      ),
    ).rejects.toThrow(coded('invalid_request'));
    await expect(create(suppress('after-failure'), { key: 'k5' })).resolves.toBeDefined();
  });

  it('expires after 24 hours', async () => {
    await create(suppress('old-1'), { key: 'k6' });
    await service.database.query(
      "update regulation.idempotency_keys set created_at = now() - interval '25 hours' where key = 'k6'",
    );
    await expect(create(suppress('old-2'), { key: 'k6' })).resolves.toBeDefined();
  });
});

describe('a deletion', () => {
  const erase = (destinationIds: string[], ...userIds: string[]): CreateRegulationsDto => ({
    regulationType: 'suppress_with_delete',
    destinationIds,
    users: userIds.map((userId) => ({ userId, email: `${userId}@example.com` })),
  });

  it('creates a job for each destination and batch, and publishes only the userId', async () => {
    service.catalog.addWebhook('dst_1');
    service.catalog.addWebhook('dst_2');
    const users = Array.from({ length: 150 }, (_, index) => `erase-${index}`);
    const { records } = await create(erase(['dst_1', 'dst_2'], ...users));
    const jobs = await service.database.query<{ data: string; key: string }>(
      "select data, key from regulation.outbox where topic = 'test.regulation.deletions.v1' order by id",
    );
    const parsed = jobs.map(
      (job) =>
        JSON.parse(job.data) as {
          users: { userId: string }[];
          destinationId: string;
          jobId: string;
        },
    );
    expect(parsed.map((job) => [job.destinationId, job.users.length])).toEqual([
      ['dst_1', 100],
      ['dst_1', 50],
      ['dst_2', 100],
      ['dst_2', 50],
    ]);
    expect(jobs.every((job) => !job.data.includes('@example.com'))).toBe(true);
    expect(await count('deletion_job_users')).toBe(300);
    const detail = await service.commands.getRegulation({
      context: contextOf(),
      id: records![0]!.id,
    });
    const time = expect.any(String) as string;
    const pending = {
      ...{ status: 'pending', attempts: 0, overdue: false, nextAttemptAt: time, dueAt: time },
      ...{ jobId: time, history: [] },
    };
    expect(detail.deletions).toEqual([
      { ...pending, destinationId: 'dst_1' },
      { ...pending, destinationId: 'dst_2' },
    ]);
    expect(await count('suppressions', "user_id = 'erase-0' and source_id = '*'")).toBe(1);
  });

  it('is refused for a destination with unusable secrets, except for a repeated Idempotency-Key', async () => {
    service.catalog.addWebhook('dst_1');
    const order = erase(['dst_1'], 'unusable-x');
    const first = await create(order, { key: 'before it broke' });
    const unusableDestinations = { dst_1: 'cannot delete users: deletionUrl must be a URL' };
    await expect(create(order, { unusableDestinations })).rejects.toMatchObject({
      details: { 'destinationIds[0]': `destination "dst_1" ${unusableDestinations.dst_1}` },
    });
    const again = await create(order, { key: 'before it broke', unusableDestinations });
    expect(again.records).toEqual(first.records);
  });

  it('uses the current state of a destination that changed since it was cached', async () => {
    const { remembered, destinations } = service.catalog;
    for (const id of ['dst_corrected', 'dst_removed']) {
      service.catalog.add(id, 'WEBHOOK', 'cloud', { deletionUrl: '' });
      remembered.set(id, destinations.get(id)!);
    }
    service.catalog.addWebhook('dst_corrected');
    destinations.delete('dst_removed');
    const { records } = await create(erase(['dst_corrected'], 'just-corrected'));
    expect(records).toHaveLength(1);
    await expect(create(erase(['dst_removed'], 'x'))).rejects.toMatchObject({
      details: {
        'destinationIds[0]': expect.stringContaining('there is no destination') as string,
      },
    });
    remembered.clear();
  });

  it('is refused with the ids of destinations that are unknown, not in cloud mode, or cannot delete', async () => {
    service.catalog.add('dst_device', 'WEBHOOK', 'device', { deletionUrl: 'https://example.com' });
    service.catalog.add('dst_queue', 'KAFKA', 'cloud');
    await expect(
      create(erase(['dst_1', 'dst_gone', 'dst_device', 'dst_queue'], 'x')),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      details: {
        'destinationIds[1]': expect.stringContaining('dst_gone') as string,
        'destinationIds[2]': expect.stringContaining('cloud') as string,
        'destinationIds[3]': expect.stringContaining('dst_queue') as string,
      },
    });
  });
});

describe('a request with the maximum number of users', () => {
  it('processes at most a tenth of its users in one turn of the event loop', async () => {
    service.catalog.addWebhook('dst_many');
    const PART = 1_000; // number of facts that one statement stores
    // Each part of the work reads all users, or writes a result for each user.
    let reads = 0;
    const users = Array.from({ length: 10_000 }, (_none, n) => ({
      userId: n % 2 === 0 ? `many-${n}` : 'many',
      get email() {
        reads += 1;
        return `${n}@example.com`;
      },
    }));
    const request: CreateRegulationsDto = {
      regulationType: 'suppress_with_delete',
      destinationIds: ['dst_many'],
      users,
    };
    const written = jest.spyOn(JSON, 'stringify');
    const done = () => reads + written.mock.calls.length;
    const works = {
      check: () => checkStatedCommand(PLAN, { context: contextOf(), ...request }),
      plan: () => service.commands.planRegulations({ context: contextOf(), ...request }),
      create: () => create(request, { key: 'many' }),
      repeat: () => create(request, { key: 'many' }),
    };
    const most: Record<string, number> = {};
    for (const [name, work] of Object.entries(works)) most[name] = await mostInOneTurn(done, work);
    written.mockRestore();
    expect(done()).toBeGreaterThan(users.length);
    expect(Object.entries(most).filter(([, count]) => count > PART)).toEqual([]);
  });
});
