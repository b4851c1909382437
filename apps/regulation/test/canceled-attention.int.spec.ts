import type { RegulationType } from '@lethe/contracts';
import { settleStatuses } from '../src/record/statuses/settle-statuses.js';
import { contextOf, newTestService, type TestService } from './test-service.js';

let service: TestService;
beforeAll(async () => {
  service = await newTestService();
  service.catalog.addWebhook('dst_1');
});
afterAll(() => service.close());

/** Creates a job that fails permanently after its deadline. Returns the ids of its regulations. */
async function failLate(type: RegulationType, ...userIds: string[]): Promise<string[]> {
  const { records = [] } = await service.commands.createRegulations({
    context: contextOf(),
    ...{
      ...{ regulationType: type, destinationIds: ['dst_1'] },
      users: userIds.map((userId) => ({ userId })),
    },
    wantRecords: true,
  });
  const ids = records.map(({ id }) => id);
  await endJobs('aborted');
  return ids;
}

async function endJobs(state: string): Promise<void> {
  await service.database.query(
    `update regulation.regulations set due_at = now() - interval '1 hour'`,
  );
  await service.database.query(
    `update regulation.deletion_jobs set state = $1, finished_at = now(), due_at = now() - interval '1 hour'
      where state in ('pending', 'running')`,
    [state],
  );
}

const cancel = (id = '') =>
  service.commands.cancelRegulation({
    ...{ context: contextOf(), id, allowedTypes: ['suppress_with_delete'] },
  });

/**
 * Returns `needsAttention` and `overdue`, as the API shows them for the job, the destination, the
 * regulation and the user.
 */
async function shown(id = ''): Promise<Readonly<Record<string, unknown>>> {
  const context = contextOf();
  await settleStatuses(service.database);
  const detail = await service.commands.getRegulation({ context, id });
  const [deletion] = detail.deletions ?? [];
  const { attributes } = detail;
  const found = await service.commands.lookUpUser({
    ...{ context, userId: attributes.userId },
  });
  const { data } = await service.commands.listDeletionJobs({ context, limit: 100 });
  const job = data.find((one) => one.id === deletion?.jobId);
  const { destinations } = await service.commands.summarizeDeletionJobs({ context });
  return {
    attention: [job?.needsAttention, destinations[0]?.needsAttention],
    overdue: [
      ...[job?.overdue, deletion?.overdue, detail.overdue, destinations[0]?.overdue],
      found.people[0]?.deletions[0]?.overdue,
    ],
  };
}

const LATE = { attention: [true, 1], overdue: [true, true, true, 1, true] };
const SETTLED = { attention: [false, 0], overdue: [false, false, false, 0, false] };

describe('a deletion that failed permanently', () => {
  afterEach(() => service.database.query('delete from regulation.deletion_jobs'));

  it('needs no attention and is not overdue after its regulation is canceled', async () => {
    const [id] = await failLate('delete', 'one');
    expect(await shown(id)).toEqual(LATE);
    await cancel(id);
    expect(await shown(id)).toEqual(SETTLED);
  });

  it('needs attention until the regulations of all its users are canceled', async () => {
    const [first, second] = await failLate('delete', 'first', 'second');
    await cancel(first);
    expect(await shown(second)).toEqual(LATE);
    expect(await shown(first)).toMatchObject({ overdue: [true, false, false, 1, false] });
    await cancel(second);
    expect(await shown(second)).toEqual(SETTLED);
  });

  it('needs no attention if some users are retried and the regulations of the others are canceled', async () => {
    const [first = '', second] = await failLate('delete', 'third', 'fourth');
    await service.commands.retryRegulation({ context: contextOf(), id: first });
    await endJobs('complete');
    expect(await shown(second)).toEqual(LATE);
    await cancel(second);
    expect(await shown(second)).toEqual(SETTLED);
  });

  it('needs no attention if its regulation was canceled while the job was leased', async () => {
    const [id] = await failLate('delete', 'fifth');
    await service.database.query(`update regulation.deletion_jobs set state = 'running'`);
    await cancel(id);
    await endJobs('aborted');
    expect(await shown(id)).toEqual(SETTLED);
  });

  it('needs no attention after its user is unsuppressed', async () => {
    const [id] = await failLate('suppress_with_delete', 'sixth');
    await service.commands.unsuppressUser({
      ...{
        context: contextOf(),
        userId: 'sixth',
        allowedTypes: ['suppress', 'suppress_with_delete'],
      },
    });
    expect(await shown(id)).toEqual(SETTLED);
  });
});
