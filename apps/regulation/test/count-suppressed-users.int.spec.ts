import { hasUnpublishedSuppressions } from '../src/relay/sources/count-suppressed-users.js';
import { readPosition } from '../src/relay/position/relay-position.js';
import { republishAll } from '../src/relay/position/republish-all.js';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

describe('hasUnpublishedSuppressions', () => {
  let service: TestService;
  const query: TestService['database']['query'] = (sql, parameters) =>
    service.database.query(sql, parameters);

  beforeEach(async () => {
    service = await newTestService();
    await readPosition(query);
  });
  afterEach(() => service.close());

  async function create(user: string): Promise<string> {
    const request = suppress(user);
    const wantRecords = true;
    const made = await service.commands.createRegulations({
      context: contextOf(),
      ...request,
      wantRecords,
    });
    return made.records![0]!.id;
  }
  const cancel = (id: string) =>
    service.commands.cancelRegulation({ context: contextOf(), id, allowedTypes: ['suppress'] });

  it('is true only for users who were suppressed before the republication and still are suppressed', async () => {
    const early = await create('u1');
    await republishAll(query);
    await create('u2');
    await expect(hasUnpublishedSuppressions(query)).resolves.toBe(true);
    await cancel(early); // u1 is no longer suppressed
    await expect(hasUnpublishedSuppressions(query)).resolves.toBe(false);
  });
});
