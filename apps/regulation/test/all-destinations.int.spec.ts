import type { CreateImport } from '@lethe/api/imports';
import type { CreateRegulationsDto, PlanRegulations } from '@lethe/api/regulations';
import { jest } from '@jest/globals';
import { FIXED_LIMITS } from '@lethe/contracts';
import { importDefinitions } from '@lethe/destination-definitions';
import { listOf } from '@lethe/testing';
import { contextOf, newTestService, type TestService } from './test-service.js';

const BY_EMAIL = {
  name: 'BY_EMAIL',
  displayName: 'Finds by e-mail',
  config: { destConfig: { defaultConfig: ['key'] }, secretKeys: [] },
  capabilities: { deletion: { supported: true, identifiers: ['email'], batchSize: 10 } },
};
const GA = { destinationId: 'dst_ga', reason: expect.stringContaining('GA') as string };
const UNIDENTIFIED = {
  destinationId: 'dst_mail',
  reason: expect.stringContaining('cannot identify this user') as string,
};
const ANY = { userId: 'any' };
const FOUND = { userId: 'found', email: 'found@example.com' };

let service: TestService;
beforeAll(async () => {
  expect(importDefinitions([BY_EMAIL])).toEqual([]);
  service = await newTestService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.catalog.destinations.clear();
  service.catalog.unconnected.clear();
  service.catalog.settings = { ...service.catalog.settings, deletions: 'lethe' };
  service.catalog.addWebhook('dst_hook');
  service.catalog.add('dst_mail', 'BY_EMAIL', 'cloud');
  service.catalog.add('dst_ga', 'GA', 'cloud');
});

type More = { key?: string } & Pick<PlanRegulations, 'unusableDestinations'>;
const order = (users: CreateRegulationsDto['users']): CreateRegulationsDto => ({
  ...{ regulationType: 'delete', destinationIds: ['*'], users },
});
const create = async (users: CreateRegulationsDto['users'], { key, ...more }: More = {}) => {
  const request = { ...order(users), ...more, ...(key && { idempotencyKey: key }) };
  const command = { context: contextOf(), ...request, wantRecords: true };
  return (await service.commands.createRegulations(command)).records!;
};
const plan = (users: CreateRegulationsDto['users']) =>
  service.commands.planRegulations({ context: contextOf(), ...order(users) });
const get = (id: string) => service.commands.getRegulation({ context: contextOf(), id });
const refusal = (details: object) => ({ code: 'invalid_request', details }) as unknown as Error;

describe('destinationIds ["*"]', () => {
  it('leaves out a destination that cannot identify a user, for this user only, and names it', async () => {
    const records = await create([ANY, FOUND]);
    expect(records.map(({ notDeleted }) => notDeleted)).toEqual([[UNIDENTIFIED, GA], [GA]]);
    expect(records.map(({ notDeletedCount }) => notDeletedCount)).toEqual([2, 1]);
    const [any, found] = await Promise.all(records.map(({ id }) => get(id)));
    expect(any).toMatchObject({
      destinationIds: ['dst_hook'],
      deletions: [{ destinationId: 'dst_hook', status: 'pending' }],
      ...{ notDeleted: [UNIDENTIFIED, GA], notDeletedCount: 2 },
    });
    expect(found).toMatchObject({
      destinationIds: ['dst_hook', 'dst_mail'],
      ...{ notDeleted: [GA], notDeletedCount: 1 },
    });
    const jobs = await service.database.query(
      `select destination_id, array_agg(r.attributes ->> 'userId' order by r.id) as users
         from regulation.deletion_jobs j join regulation.deletion_job_users on job_id = j.id
         join regulation.regulations r on r.id = regulation_id
        where r.id = any($1) group by destination_id order by destination_id`,
      [records.map(({ id }) => id)],
    );
    expect(jobs).toEqual([
      { destination_id: 'dst_hook', users: ['any', 'found'] },
      { destination_id: 'dst_mail', users: ['found'] },
    ]);
    const events = await service.database.query(
      `select distinct data::jsonb -> 'destinationIds' as ids from regulation.events
        where type = 'regulations.created' order by ids`,
    );
    expect(events).toEqual([{ ids: ['dst_hook'] }, { ids: ['dst_hook', 'dst_mail'] }]);
  });

  it('is planned as it is created', async () => {
    const planned = await plan([ANY, FOUND]);
    expect(planned).toMatchObject({
      destinations: [
        { destinationId: 'dst_hook', users: 2, unidentifiedCount: 0 },
        {
          ...{ destinationId: 'dst_mail', users: 1, unidentifiedCount: 1 },
          unidentified: [{ path: 'users[0]' }],
        },
      ],
      ...{ notDeleted: [GA], notDeletedCount: 1 },
    });
  });

  it('is refused for a user whom no destination can identify, also in a plan', async () => {
    service.catalog.destinations.delete('dst_hook');
    const none = 'has no identifier that a destination of this workspace can use for a deletion';
    const expected = refusal({ 'users[1]': none });
    await expect(create([FOUND, ANY])).rejects.toMatchObject(expected);
    await expect(plan([FOUND, ANY])).rejects.toMatchObject(expected);
  });

  it('is refused if no destination can delete, and says why', async () => {
    service.catalog.destinations.clear();
    const withProblem = (text: string) =>
      refusal({ destinationIds: expect.stringContaining(text) as string });
    await expect(create([ANY])).rejects.toMatchObject(withProblem('has no destination'));
    service.catalog.add('dst_ga', 'GA', 'cloud');
    const why = withProblem('none of the 1 destinations of this workspace can delete');
    await expect(create([ANY])).rejects.toMatchObject(why);
  });

  it('leaves out destinations with unusable secrets, and those that no data plane serves', async () => {
    const { catalog } = service;
    catalog.settings = { ...catalog.settings, deletions: 'data-plane' };
    catalog.unconnected.add('dst_mail');
    catalog.addWebhook('dst_broken');
    const unusableDestinations = { dst_broken: 'cannot delete users: the secret is wrong' };
    const [record] = await create([FOUND], { unusableDestinations });
    expect(record!.notDeleted).toEqual([
      { destinationId: 'dst_broken', reason: unusableDestinations.dst_broken },
      GA,
      { destinationId: 'dst_mail', reason: expect.stringContaining('no source') as string },
    ]);
  });

  it('gives a repeated request its first answer, whatever was added or removed since', async () => {
    const first = await create([ANY, FOUND], { key: 'again' });
    service.catalog.addWebhook('dst_new');
    service.catalog.destinations.delete('dst_ga');
    expect(await create([ANY, FOUND], { key: 'again' })).toEqual(first);
    expect((await get(first[0]!.id)).notDeleted).toEqual([UNIDENTIFIED, GA]);
    expect((await get((await create([ANY]))[0]!.id)).destinationIds).toEqual([
      'dst_hook',
      'dst_new',
    ]);
  });

  it('stores equal destinations of several requests once, also of concurrent ones', async () => {
    const lists = async () => {
      const rows = await service.database.query('select hash from regulation.destination_lists');
      return rows.length;
    };
    const before = await lists();
    service.catalog.addWebhook('dst_equal');
    const made = await Promise.all(listOf(8, (n) => create([{ userId: `at-once-${n}` }])));
    expect(await lists()).toBe(before + 1);
    for (const [record] of made) expect(record!.notDeletedCount).toBe(2);
    expect((await get(made.at(-1)![0]!.id)).notDeletedCount).toBe(2);
  });

  it('names the first destinations, and counts all of them', async () => {
    const { notDeleted: most, allDestinations } = FIXED_LIMITS;
    for (const n of listOf(most, (one) => one)) service.catalog.add(`no_${n}`, 'GA', 'cloud');
    const [record, ...others] = await create(listOf(20, (n) => ({ userId: `many-${n}` })));
    expect(record!.notDeleted).toHaveLength(10);
    expect(others.at(-1)).toMatchObject({ notDeletedCount: most + 2 });
    const { notDeleted, notDeletedCount } = await get(record!.id);
    expect([notDeleted!.length, notDeletedCount]).toEqual([most, most + 2]);
    for (const n of listOf(allDestinations, (one) => one)) {
      service.catalog.add(`no_${n}`, 'GA', 'cloud');
    }
    const tooMany = expect.stringContaining(`at most ${allDestinations}`) as string;
    await expect(create([ANY])).rejects.toMatchObject(refusal({ destinationIds: tooMany }));
  });

  it('limits users multiplied by the destinations that can delete, before it looks at the users', async () => {
    for (const n of listOf(99, (one) => one)) service.catalog.addWebhook(`hook_${n}`);
    const users = listOf(1_000, (n) => ({ userId: `u-${n}` }));
    let reads = 0;
    for (const user of users) {
      Object.defineProperty(user, 'email', { get: () => (reads += 1), enumerable: false });
    }
    await expect(create(users)).rejects.toMatchObject(
      refusal({ users: expect.stringContaining('that can delete (101)') as string }),
    );
    expect(reads).toBe(0);
  });

  it('adds no statement to a create that names its destinations', async () => {
    const statements = async (destinationIds: string[]) => {
      const run = service.database.transaction.bind(service.database);
      let sent = 0;
      const spy = jest.spyOn(service.database, 'transaction').mockImplementation((work) =>
        run((manager) => {
          const query = manager.query.bind(manager);
          manager.query = (...given) => {
            sent += 1;
            return query(...given);
          };
          return work(manager) as Promise<never>;
        }),
      );
      const request = { ...order([FOUND]), destinationIds };
      await service.commands.createRegulations({
        ...{ context: contextOf(), ...request, wantRecords: true },
      });
      spy.mockRestore();
      return sent;
    };
    const named = await statements(['dst_hook', 'dst_mail']);
    expect(await statements(['*'])).toBe(named + 1);
  });
});

describe('an import with destinationIds ["*"]', () => {
  let imports = 0;
  const imported = async (
    csv: string,
    request: Partial<CreateImport> = {},
    meanwhile: () => void = () => undefined,
  ) => {
    const context = contextOf();
    const { id } = await service.commands.createImport({
      ...{ context, id: `all_${(imports += 1)}`, format: 'csv', regulationType: 'delete' },
      ...{ destinationIds: ['*'], ...request },
    });
    meanwhile();
    const piece = Buffer.from(csv).toString('base64');
    await service.commands.appendToImport({ context, id, offset: 0, isLast: true, piece });
    await service.workOffImports();
    return service.commands.getImport({ context, id });
  };
  const destinationsOf = async (importId: string) =>
    service.database.query(
      `select user_id as "userId", destination_ids as ids from regulation.regulations
        where import_id = $1 order by id`,
      [importId],
    );

  it('leaves out destinations for each row, and refuses a row that none can identify', async () => {
    const csv = 'userId,email\nany,\nfound,found@example.com\n';
    const record = await imported(csv);
    expect(record).toMatchObject({
      ...{ state: 'done', accepted: 2, destinationIds: ['*'] },
      ...{ notDeleted: [GA], notDeletedCount: 1 },
    });
    expect(await destinationsOf(record.id)).toEqual([
      { userId: 'any', ids: ['dst_hook'] },
      { userId: 'found', ids: ['dst_hook', 'dst_mail'] },
    ]);
    service.catalog.destinations.delete('dst_hook');
    expect(await imported(csv)).toMatchObject({ accepted: 1, refused: 1 });
  });

  it('goes by the destinations at the time of its rows, and by the check of secrets', async () => {
    service.catalog.addWebhook('dst_broken');
    service.catalog.addWebhook('dst_corrected');
    const reason = 'cannot delete users: the secret is wrong';
    const unusableDestinations = { dst_broken: reason, dst_corrected: reason };
    const record = await imported('userId\nany\n', { unusableDestinations }, () => {
      service.catalog.addWebhook('dst_new');
      service.catalog.addWebhook('dst_corrected');
    });
    expect(await destinationsOf(record.id)).toEqual([
      { userId: 'any', ids: ['dst_corrected', 'dst_hook', 'dst_new'] },
    ]);
  });

  it('is refused at once, or fails later, if no destination can delete', async () => {
    const { destinations } = service.catalog;
    const failed = await imported('userId\nany\n', {}, () => {
      destinations.clear();
    });
    expect(failed).toMatchObject({
      ...{ state: 'failed', failure: expect.stringContaining('has no destination') as string },
    });
    await expect(imported('userId\nany\n')).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
