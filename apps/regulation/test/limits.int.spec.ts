import type { CreateRegulationsDto } from '@lethe/api/regulations';
import { contextOf, newTestService, type TestService } from './test-service.js';

let service: TestService;
const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `src_${from + index}`);

beforeAll(async () => {
  service = await newTestService();
  for (const id of ids(0, 2_000)) service.catalog.sources.add(id);
});
afterAll(() => service.close());

function suppressAt(
  sourceIds: string[] | undefined,
  userIds: string[],
  workspaceId = 'ws_a',
): Promise<readonly { readonly id: string }[]> {
  const request: CreateRegulationsDto = {
    regulationType: 'suppress',
    ...(sourceIds === undefined ? {} : { sourceIds }),
    users: userIds.map((userId) => ({ userId })),
  };
  const command = { context: contextOf(workspaceId), ...request, wantRecords: true };
  return service.commands.createRegulations(command).then(({ records = [] }) => records);
}

const refused = (details: Record<string, unknown>) =>
  expect.objectContaining({ code: 'invalid_request', details }) as Error;

describe('the sources of one user', () => {
  it('are limited to 1,000 in all active regulations together', async () => {
    await suppressAt(ids(0, 600), ['u']);
    const [{ id } = { id: '' }] = await suppressAt(ids(600, 400), ['u']);
    await suppressAt(ids(0, 1_000), ['u']); // repeats the same sources
    await suppressAt(undefined, ['u']); // a suppression at all sources is never limited
    const tooMany = expect.stringContaining('more than 1000 sources') as unknown;
    await expect(suppressAt(['src_1000'], ['other', 'u', 'third'])).rejects.toThrow(
      refused({ 'users[1]': tooMany }),
    );
    const others = await service.database.query(
      "select 1 from regulation.suppressions where user_id = 'other'",
    );
    expect(others).toEqual([]);
    await suppressAt(['src_1000'], ['u'], 'ws_b');

    // After the cancel, another regulation still covers these sources.
    const context = contextOf();
    await service.commands.cancelRegulation({ context, id, allowedTypes: ['suppress'] });
    await expect(suppressAt(['src_1000'], ['u'])).rejects.toThrow(refused({ 'users[0]': tooMany }));
  });

  it('can be replaced by 1,000 other sources after a cancel', async () => {
    const [{ id } = { id: '' }] = await suppressAt(ids(0, 1_000), ['v']);
    const context = contextOf();
    await service.commands.cancelRegulation({ context, id, allowedTypes: ['suppress'] });
    await suppressAt(ids(1_000, 1_000), ['v']);
  });
});

describe('users times sources of one request', () => {
  it('are limited to 100,000', async () => {
    const users = Array.from({ length: 101 }, (_, index) => `many-${index}`);
    await expect(suppressAt(ids(0, 1_000), users)).rejects.toThrow(
      refused({
        users: 'the number of users times the number of sourceIds must not exceed 100000',
      }),
    );
    await suppressAt(ids(0, 100), users);
  });
});
