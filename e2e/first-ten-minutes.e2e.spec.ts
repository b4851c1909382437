import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { TOPICS, type RegulationLifecycle, type SuppressionState } from '@lethe/contracts';
import { type ReceivedRecord } from '@lethe/messaging';
import { describeWithKafka } from '@lethe/testing';
import { IDS, WORKSPACE } from './support/workspaces.js';
import { System, type TopicKey } from './system.js';

describeWithKafka('the first ten minutes with the API', () => {
  let system: System;
  const ids: string[] = [];

  beforeAll(async () => {
    system = await System.start();
  });

  afterAll(() => system.stop());

  it('suppress two users with one request', async () => {
    const users = [{ userId: 'ada', email: 'ada@example.com' }, { userId: 'bob' }];
    const body = { regulationType: 'suppress', users };
    const answer = await system.api('editor').request('POST', '/v2/regulations', { body });
    expect(answer).toMatchObject({ status: 201, text: 'Created' });
  });

  it('list the regulations, newest first', async () => {
    const { data, paging } = await system.api('viewer').list();
    expect(data.map(({ attributes, canceled }) => [attributes.userId, canceled])).toEqual([
      ['bob', false],
      ['ada', false],
    ]);
    expect(paging.next).toBeUndefined();
    ids.push(...data.map(({ id }) => id));
  });

  it('cancel a regulation, and show it as canceled', async () => {
    await system.api('editor').cancel(ids[0]!);
    expect(await system.api('viewer').get(ids[0]!)).toMatchObject({ canceled: true });
  });

  it('order the deletion of a third user at a destination', async () => {
    const [record] = await system.api().create({
      regulationType: 'suppress_with_delete',
      destinationIds: [IDS.hook],
      users: [{ userId: 'cyd' }],
    });
    ids.push(record!.id);
    expect(await system.api().get(record!.id)).toMatchObject({
      deletions: [{ destinationId: IDS.hook, status: 'pending' }],
    });
  });

  it('publish each fact on the lifecycle topic', async () => {
    await system.drained();
    const facts = (await recordsAsDocumented('lifecycle')).map(
      ({ value }) => JSON.parse(value!.toString()) as RegulationLifecycle,
    );
    const of = (id: string) => facts.filter((f) => f.regulationId === id).map((f) => f.fact);
    expect(of(ids[0]!)).toEqual(['created', 'canceled']);
    expect(of(ids[1]!)).toEqual(['created']);
    expect(of(ids[2]!)).toEqual(['created']);
    expect(facts).toHaveLength(4);
  });

  it('publish the suppressed users on the suppressions topic', async () => {
    const newest = new Map(
      (await recordsAsDocumented('suppressions')).map(({ key, value }) => [key, value]),
    );
    expect([...newest.keys()].sort()).toEqual(
      ['ada', 'bob', 'cyd'].map((u) => `${WORKSPACE}:${u}`),
    );
    expect(newest.get(`${WORKSPACE}:bob`)).toBeNull();
    for (const userId of ['ada', 'cyd']) {
      const state = JSON.parse(
        newest.get(`${WORKSPACE}:${userId}`)!.toString(),
      ) as SuppressionState;
      expect(state).toMatchObject({ userId, suppressed: { allSources: true, sourceIds: [] } });
    }
  });

  it('publish the deletion job on the deletions topic', async () => {
    const [job, ...further] = await recordsAsDocumented('deletions');
    expect(further).toEqual([]);
    expect(JSON.parse(job!.value!.toString())).toMatchObject({
      destinationId: IDS.hook,
      users: [{ regulationId: ids[2], userId: 'cyd' }],
    });
  });

  it('show both facts of a regulation on the command line', async () => {
    const { name } = TOPICS.lifecycle;
    const viewer = system.cli('topics', 'tail', name, '--from-beginning');
    await viewer.waitForLine(/"fact": "canceled"/);
    expect(viewer.output).toContain(ids[0]);
    expect(viewer.output).toContain('"fact": "created"');
    expect(await viewer.stop()).toMatchObject({ code: 0 });
  });

  /** Reads a topic, and checks that every record matches the docs. */
  async function recordsAsDocumented(key: TopicKey): Promise<ReceivedRecord[]> {
    const records = await system.records(key);
    const isValid = documentedSchema(key);
    for (const { headers, value } of records) {
      expect(headers.ce_specversion).toBe('1.0');
      expect(TOPICS[key].eventTypes).toContain(headers.ce_type);
      expect(headers.ce_id).toMatch(/./);
      expect(headers.ce_source).toBe('/lethe/regulation');
      expect(headers.ce_time).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      if (value === null) continue; // a tombstone
      expect(headers['content-type']).toBe('application/json');
      isValid(JSON.parse(value.toString()));
      expect(isValid.errors ?? []).toEqual([]);
    }
    return records;
  }
});

/** Returns a validator for the JSON Schema in the docs. */
function documentedSchema(key: TopicKey): ValidateFunction {
  const file = new URL(`../docs/events/${TOPICS[key].name}.schema.json`, import.meta.url);
  const ajv = new Ajv2020({ strict: true, validateFormats: false });
  return ajv.compile(JSON.parse(readFileSync(file, 'utf8')) as object);
}
