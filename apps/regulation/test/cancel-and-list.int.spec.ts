import type { ListedRegulations, RegulationDto } from '@lethe/api/regulations';
import { FIXED_LIMITS } from '@lethe/contracts';
import { usualOrLong } from '@lethe/testing';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

/** Number of rounds. Each round creates 10,000 regulations. */
const ROUNDS = usualOrLong(2, 10);

let service: TestService;
beforeAll(async () => {
  service = await newTestService();
});
afterAll(() => service.close());

const create = async (...userIds: string[]): Promise<readonly RegulationDto[]> => {
  const { records } = await service.commands.createRegulations({
    context: contextOf(),
    ...suppress(...userIds),
    wantRecords: true,
  });
  return records!;
};
const cancel = (
  id: string,
  workspaceId = 'ws_a',
  allowedTypes: ('suppress' | 'suppress_with_delete')[] = ['suppress', 'suppress_with_delete'],
) => service.commands.cancelRegulation({ context: contextOf(workspaceId), id, allowedTypes });
const coded = (code: string) => expect.objectContaining({ code }) as Error;

describe('cancelRegulation', () => {
  it('lifts the suppression only when no other regulation covers the user', async () => {
    const [first] = await create('covered');
    const [second] = await create('covered');
    const active = async () => {
      const [row] = await service.database.query<{
        active_count: number;
        change_seq: string | null;
      }>("select active_count, change_seq from regulation.suppressions where user_id = 'covered'");
      return row!.active_count;
    };
    await cancel(first!.id);
    expect(await active()).toBe(1);
    await cancel(second!.id);
    expect(await active()).toBe(0);
  });

  it('keeps the actor and the reason of the first cancel', async () => {
    const context = contextOf();
    const { records } = await service.commands.createRegulations({
      context: { ...context, actor: 'maker' },
      ...{ ...suppress('with-reasons'), reason: 'asked to be forgotten' },
      wantRecords: true,
    });
    const id = records![0]!.id;
    expect(records![0]).not.toHaveProperty('reason');
    const before = await service.commands.getRegulation({ context, id });
    expect(before).toMatchObject({ createdBy: 'maker', reason: 'asked to be forgotten' });
    expect(before).not.toHaveProperty('canceledBy');
    for (const [actor, reason] of [
      ['first', 'a mistake'],
      ['second', 'another'],
    ] as const) {
      await service.commands.cancelRegulation({
        context: { ...context, actor },
        id,
        allowedTypes: ['suppress'],
        reason,
      });
    }
    const after = await service.commands.getRegulation({ context, id });
    expect(after).toMatchObject({ canceledBy: 'first', cancelReason: 'a mistake' });
    const facts = await service.database.query<{ data: unknown }>(
      'select * from regulation.outbox where key = $1',
      [id],
    );
    expect(facts).toHaveLength(2);
    expect(JSON.stringify(facts)).not.toMatch(/forgotten|mistake/);
  });

  it('needs no reason', async () => {
    const [record] = await create('without-reasons');
    await cancel(record!.id);
    const detail = await service.commands.getRegulation({
      context: contextOf(),
      id: record!.id,
    });
    expect(detail).toMatchObject({ canceledBy: 'test token' });
    expect(detail).not.toHaveProperty('reason');
    expect(detail).not.toHaveProperty('cancelReason');
  });

  it('changes nothing when it is repeated, even concurrently', async () => {
    const [record] = await create('repeated');
    await create('repeated');
    await Promise.all(Array.from({ length: 8 }, () => cancel(record!.id)));
    const [row] = await service.database.query<{ active_count: number }>(
      "select active_count from regulation.suppressions where user_id = 'repeated'",
    );
    expect(row!.active_count).toBe(1);
    const facts = await service.database.query(
      "select 1 from regulation.outbox where key = $1 and event_type like '%canceled%'",
      [record!.id],
    );
    expect(facts).toHaveLength(1);
  });

  it.each(['nope', '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11', "' or 1=1", ''])(
    'does not find the regulation %j',
    async (id) => {
      await expect(cancel(id)).rejects.toThrow(coded('not_found'));
    },
  );

  it('treats an id of another workspace like an unknown id', async () => {
    const [record] = await create('isolated');
    await expect(cancel(record!.id, 'ws_b')).rejects.toThrow(coded('not_found'));
    await expect(
      service.commands.getRegulation({ context: contextOf('ws_b'), id: record!.id }),
    ).rejects.toThrow(coded('not_found'));
    expect(
      (await service.commands.getRegulation({ context: contextOf(), id: record!.id })).canceled,
    ).toBe(false);
  });

  it('needs the scope for the type of the regulation', async () => {
    const [record] = await create('scoped');
    await expect(cancel(record!.id, 'ws_a', ['suppress_with_delete'])).rejects.toMatchObject({
      code: 'insufficient_scope',
      message: expect.stringContaining('regulations:suppress') as string,
    });
  });

  it('removes its user from waiting jobs, and cancels a job that becomes empty', async () => {
    service.catalog.addWebhook('dst_1');
    const { records } = await service.commands.createRegulations({
      context: contextOf(),
      ...{
        regulationType: 'suppress_with_delete',
        destinationIds: ['dst_1'],
        users: [{ userId: 'd1' }, { userId: 'd2' }],
      },
      wantRecords: true,
    });
    const ids = records!.map((record) => record.id);
    const states = () =>
      service.database.query<{ state: string; users: number }>(
        `select state, (select count(*)::int from regulation.deletion_job_users u where u.job_id = j.id) as users
           from regulation.deletion_jobs j`,
      );
    expect(await states()).toEqual([{ state: 'pending', users: 2 }]);
    await Promise.all(ids.map((id) => cancel(id)));
    expect(await states()).toEqual([{ state: 'canceled', users: 0 }]);
    const detail = await service.commands.getRegulation({ context: contextOf(), id: ids[0]! });
    expect(detail.deletions).toEqual([
      { destinationId: 'dst_1', status: 'canceled', attempts: 0, overdue: false },
    ]);
    expect(detail.canceledAt).not.toBeNull();
  });

  it('does not change a running job', async () => {
    service.catalog.addWebhook('dst_2');
    const { records } = await service.commands.createRegulations({
      context: contextOf(),
      ...{
        regulationType: 'suppress_with_delete',
        destinationIds: ['dst_2'],
        users: [{ userId: 'run' }],
      },
      wantRecords: true,
    });
    await service.database.query(
      "update regulation.deletion_jobs set state = 'running' where destination_id = 'dst_2'",
    );
    await cancel(records![0]!.id);
    const detail = await service.commands.getRegulation({
      context: contextOf(),
      id: records![0]!.id,
    });
    const text = expect.any(String) as string;
    expect(detail.deletions).toEqual([
      {
        ...{ destinationId: 'dst_2', status: 'running', attempts: 0, overdue: false, dueAt: text },
        ...{ jobId: text, history: [] },
      },
    ]);
  });
});

describe('listRegulations', () => {
  const list = (
    more: Partial<Parameters<typeof service.commands.listRegulations>[0]> = {},
  ): Promise<ListedRegulations> =>
    service.commands.listRegulations({ context: contextOf('ws_list'), limit: 10, ...more });

  it('lists the newest first, filters, and returns a cursor only if a page follows', async () => {
    for (const userId of ['l1', 'l2', 'l3']) {
      await service.commands.createRegulations({
        context: contextOf('ws_list'),
        ...suppress(userId),
        wantRecords: false,
      });
    }
    const all = await list();
    expect(all.data.map((record) => record.attributes.userId)).toEqual(['l3', 'l2', 'l1']);
    expect(all.nextCursor).toBeUndefined();
    const first = await list({ limit: 2 });
    expect(first.nextCursor).toBeDefined();
    const second = await list({ limit: 2, afterCursor: first.nextCursor! });
    expect(second.data.map((record) => record.attributes.userId)).toEqual(['l1']);
    expect(second.nextCursor).toBeUndefined();
    await cancel(all.data[0]!.id, 'ws_list');
    expect((await list({ canceled: true })).data.map((record) => record.attributes.userId)).toEqual(
      ['l3'],
    );
    expect((await list({ canceled: false, userId: 'l2' })).data).toHaveLength(1);
    expect((await list({ regulationType: 'suppress_with_delete' })).data).toHaveLength(0);
  });

  it('ends a page of large records early, and lists the other records on later pages', async () => {
    const context = contextOf('ws_large');
    const identifiers = Array.from({ length: 20 }, (_, n) => [`custom_${n}`, 'x'.repeat(2_000)]);
    const large = Object.fromEntries(identifiers) as Record<string, string>;
    const userIds = Array.from({ length: 60 }, (_, n) => `large-${n}`);
    const users = userIds.map((userId) => ({ userId, ...large }));
    const request = { regulationType: 'suppress', users } as const;
    await service.commands.createRegulations({ context, ...request, wantRecords: false });
    for (const filter of [{}, { regulationType: 'suppress' }] as const) {
      const seen: string[] = [];
      let afterCursor: string | undefined;
      do {
        const page = await service.commands.listRegulations({
          ...{ context: contextOf('ws_large'), limit: 50, ...filter },
          ...(afterCursor === undefined ? {} : { afterCursor }),
        });
        expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(1.1 * FIXED_LIMITS.pageBytes);
        seen.unshift(...page.data.map(({ attributes }) => attributes.userId).toReversed());
        afterCursor = page.nextCursor;
      } while (afterCursor !== undefined);
      expect(seen).toEqual(userIds);
    }
    const ofUser = await service.commands.listRegulations({
      context,
      limit: 1_000,
      userId: ' large-\u200b7',
    });
    expect(ofUser).toEqual({ data: [expect.objectContaining({ attributes: users[7] })] });
  });

  it('refuses a cursor of another workspace', async () => {
    const { nextCursor } = await list({ limit: 1 });
    await expect(
      service.commands.listRegulations({
        context: contextOf('ws_a'),
        limit: 1,
        afterCursor: nextCursor!,
      }),
    ).rejects.toThrow(coded('invalid_cursor'));
  });

  it('lists each regulation exactly once while other regulations are created and canceled', async () => {
    const known: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const users = Array.from({ length: 10_000 }, (_, index) => `w-${round}-${index}`);
      const { records } = await service.commands.createRegulations({
        context: contextOf('ws_walk'),
        ...suppress(...users),
        wantRecords: true,
      });
      known.push(...records!.map((record) => record.id));
    }
    let walking = true;
    const disturb = async () => {
      for (let turn = 0; walking; turn += 1) {
        await service.commands.createRegulations({
          context: contextOf('ws_walk'),
          ...suppress(`new-${turn}`),
          wantRecords: false,
        });
        await service.commands.cancelRegulation({
          context: contextOf('ws_walk'),
          id: known[(turn * 7919) % known.length]!,
          allowedTypes: ['suppress'],
        });
      }
      return true;
    };
    const disturbers = [disturb(), disturb()];
    const seen = new Map<string, number>();
    let afterCursor: string | undefined;
    do {
      const page = await service.commands.listRegulations({
        context: contextOf('ws_walk'), // a new deadline for each page
        limit: 1000,
        ...(afterCursor === undefined ? {} : { afterCursor }),
      });
      for (const { id } of page.data) seen.set(id, (seen.get(id) ?? 0) + 1);
      afterCursor = page.nextCursor;
    } while (afterCursor !== undefined);
    walking = false;
    await Promise.all(disturbers);
    expect(known.filter((id) => seen.get(id) !== 1)).toEqual([]);
    expect([...seen.values()].filter((times) => times !== 1)).toEqual([]);
  });
});
