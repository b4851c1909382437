import { isBehind } from '../src/relay/live-keys.js';
import { readPosition } from '../src/relay/relay-position.js';
import { tellAgain } from '../src/relay/tell-again.js';
import { contextOf, newTestService, suppress, type TestService } from './test-service.js';

describe('what has to be told until all is', () => {
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
    const made = await service.regulations.create({ context: contextOf(), request, wantRecords });
    return made.records![0]!.id;
  }
  const cancel = (id: string) =>
    service.regulations.cancel({ context: contextOf(), id, allowedTypes: ['suppress'] });

  it('is who was suppressed before, and not who comes or is lifted meanwhile', async () => {
    const early = await create('u1');
    await tellAgain(query);
    await create('u2');
    await expect(isBehind(query)).resolves.toBe(true);
    await cancel(early); // as somebody always is, somewhere
    await expect(isBehind(query)).resolves.toBe(false);
  });
});
