import type { RegulationDto } from '@lethe/api/regulations';
import { normaliseUserId, TOPICS, topicName, type DeletionJobRequested } from '@lethe/contracts';
import { SuppressionIndex } from '@lethe/suppression-index';
import {
  describeWithKafka,
  describeWithS3,
  useTestKafka,
  usualOrLong,
  waitFor,
} from '@lethe/testing';
import { collectRecords } from '@lethe/testing/kafka';
import { restore } from '../src/restore/restore.js';
import { contextOf } from './test-service.js';
import { OWN, UserIdForms } from './user-id-forms/fixture.js';

const TYPES = ['suppress', 'suppress_with_delete'] as const;
const sorted = (texts: Iterable<string>) => [...texts].sort();

describeWithKafka('ids that differ from their suppression keys', () => {
  const kafka = useTestKafka();
  let forms: UserIdForms;
  let records: readonly RegulationDto[];
  const query = <Row extends object = { id: string }>(sql: string, values: unknown[] = []) =>
    forms.service.database.query<Row>(sql, values);
  const storedIds = async (where = 'true') =>
    (
      await query(
        `select attributes ->> 'userId' as id from regulation.regulations where ${where} order by regulations.id`,
      )
    ).map(({ id }) => id);

  beforeAll(async () => {
    forms = await UserIdForms.make(kafka.brokers);
    for (const store of forms.stores.values()) await store.fill([...forms.ids, ...forms.keys]);
    records = (await forms.create(forms.order, 'first')).records!;
  });
  afterAll(() => forms.close());

  describeWithS3('in one system', () => {
    it('are created as given, with their keys', () => {
      expect(records.map(({ attributes }) => attributes.userId)).toEqual(forms.ids);
      expect(records.map(({ suppressionKey }) => suppressionKey)).toEqual(
        forms.ids.map((id) => normaliseUserId(id)),
      );
    });

    it('are equal for an idempotency key only if their texts are equal', async () => {
      expect((await forms.create(forms.order, 'first')).records).toEqual(records);
      const users = forms.users.map((user) => ({ ...user, userId: normaliseUserId(user.userId) }));
      await expect(forms.create({ ...forms.order, users }, 'first')).rejects.toMatchObject({
        code: 'idempotency_key_reused',
      });
    });

    it('are listed in a plan, and are not treated as repeats of their keys', async () => {
      const users = [...forms.ids, ...forms.ids, ...forms.keys].map((userId) => ({ userId }));
      const request = { ...forms.order, users: users.slice(0, 10_000) };
      const plan = await forms.service.commands.planRegulations({
        context: contextOf(),
        ...request,
      });
      const texts = new Set(request.users.map(({ userId }) => userId));
      expect(plan.regulations).toBe(texts.size);
      expect(plan.suppressionKeyCount).toBe(Math.min(10_000, 2 * forms.ids.length));
      expect(plan.suppressionKeys).toHaveLength(100);
      expect(plan.suppressionKeys![7]).toEqual({
        path: 'users[7]',
        suppressionKey: normaliseUserId(forms.ids[7]!),
      });
    });

    it('are imported as given; from CSV, they are imported without the spaces at their ends', async () => {
      const quoted = (id: string) => `"${id.replaceAll('"', '""')}"`;
      const files = {
        ndjson: forms.ids.map((userId) => JSON.stringify({ userId })).join('\n'),
        csv: ['userId', ...forms.ids.map(quoted)].join('\r\n'),
      };
      for (const [format, file] of Object.entries(files)) {
        const request = { id: format, format: format as 'csv', regulationType: TYPES[0] };
        const { commands } = forms.service;
        const context = contextOf();
        const options = { dryRun: false, suspicious: 'accept' as const };
        await commands.createImport({ context, ...request, ...options });
        const piece = Buffer.from(file).toString('base64');
        await commands.appendToImport({ context, id: format, offset: 0, piece, isLast: true });
        await forms.service.workOffImports();
        expect(await commands.getImport({ context, id: format })).toMatchObject({ refused: 0 });
      }
      expect(await storedIds(`import_id = 'ndjson'`)).toEqual(forms.ids);
      expect(await storedIds(`import_id = 'csv'`)).toEqual([
        ...new Set(forms.ids.map((id) => id.trim())),
      ]);
    });

    it('are not in the feed, which has their keys', async () => {
      const asking = { requestId: 'test', workspaceIds: ['ws_a'] };
      const { items } = await forms.service.commands.suppressionPage({
        context: { ...asking, deadline: Date.now() + 600_000 },
        limit: 10_000,
      });
      expect(sorted(items.map(({ userId }) => userId))).toEqual(sorted(forms.keys));
    });

    it('are found by their keys, with the number of other ids with the same key', async () => {
      for (const [n, asGiven] of forms.ids.entries()) {
        if (n % usualOrLong(4, 1) !== 0 && n % 10 !== 9) continue;
        const value = normaliseUserId(asGiven);
        const { people } = await forms.service.commands.lookUpUser({
          ...{ context: contextOf(), userId: asGiven },
        });
        const others = new Set(
          [n - 1, n, n + 1].flatMap((at) => {
            const id = forms.ids[at] ?? '';
            return normaliseUserId(id) === value ? [id, id.trim()] : [];
          }),
        );
        others.delete(asGiven);
        expect(people).toHaveLength(1);
        expect(people[0]).toMatchObject({ userId: asGiven, suppressionKey: value });
        expect(sorted(people[0]!.otherIds?.userIds ?? [])).toEqual(sorted(others));
        expect(people[0]!.otherIds?.count ?? 0).toBe(others.size);
        const mine = people[0]!.deletions.filter(({ userId }) => userId === undefined);
        expect(mine).toHaveLength(forms.destinationIds.length);
      }
    });

    it('reach the self-hosted worker as given, and the worker refuses users by these ids', async () => {
      const claimed: string[] = [];
      const { commands } = forms.service;
      for (;;) {
        const context = contextOf();
        const { job } = await commands.claimDeletionJob({ context, leaseSeconds: 600 });
        if (job === undefined) break;
        claimed.push(...job.users.map(({ userId }) => userId));
        expect(job.users.map(({ identifiers }) => identifiers.userId)).toEqual(
          job.users.map(({ userId }) => userId),
        );
        const lease = { jobId: job.id, leaseToken: job.leaseToken };
        const refusing = (userId: string) =>
          commands.reportDeletionJob({
            ...{ context, ...lease, status: 'complete' as const },
            refused: [{ userId, reason: 'not ours' }],
          });
        const [{ userId } = { userId: '' }] = job.users;
        await expect(refusing(normaliseUserId(userId))).rejects.toMatchObject({
          details: { 'refused[0].userId': 'is not a user of this job' },
        });
        await refusing(userId);
      }
      expect(sorted(claimed)).toEqual(sorted(forms.ids));
    });

    it('are deleted at each destination, and users who have these keys as ids are not', async () => {
      await forms.deleteAll();
      for (const [id, store] of forms.stores) {
        expect([id, sorted(await store.holds())]).toEqual([id, sorted(forms.keys)]);
      }
    });

    it('are published again as given by a retry', async () => {
      await forms.service.commands.retryDeletionJobs({
        ...{ context: contextOf(), destinationId: OWN, limit: 1_000 },
      });
      const orders = await query<{ data: string }>(
        `select data from regulation.outbox where topic like '%deletions%' order by id desc limit 1`,
      );
      const { users } = JSON.parse(orders[0]!.data) as DeletionJobRequested;
      expect(users.every(({ userId }) => forms.ids.includes(userId))).toBe(true);
      for (;;) {
        const context = contextOf();
        const { job } = await forms.service.commands.claimDeletionJob({
          context,
          leaseSeconds: 600,
        });
        if (job === undefined) break;
        const { id: jobId, leaseToken } = job;
        await forms.service.commands.reportDeletionJob({
          ...{ context, jobId, leaseToken, status: 'complete' },
        });
      }
    });

    it('are unsuppressed only if the request lists all ids with the same key', async () => {
      const [first = '', second = ''] = forms.ids.slice(8);
      const unsuppress = (userId = normaliseUserId(first), ...userIds: string[]) =>
        forms.service.commands.unsuppressUser({
          ...{ context: contextOf(), userId, userIds, allowedTypes: TYPES },
        });
      const all = new Set([first, second, first.trim(), second.trim()]);
      for (const left of all) {
        const named = [...all].filter((id) => id !== left);
        const stopped = await unsuppress(...named).catch((error: unknown) => error);
        expect(stopped).toMatchObject({ code: 'conflict' });
        const { details } = stopped as { details: Record<string, string> };
        expect(Object.values(details).map((text) => JSON.parse(text) as string)).toEqual([left]);
      }
      await expect(unsuppress()).rejects.toMatchObject({ code: 'conflict' });
      const canceled = 2 + 2 + new Set([first.trim(), second.trim()]).size;
      expect(await unsuppress(...all)).toEqual({ canceled });
    });

    it('are on the topic of deletions as given, and as keys on the topic of suppressions', async () => {
      const { relay } = forms;
      relay.start();
      const stillSuppressed = forms.keys.filter((key) => key !== normaliseUserId(forms.ids[8]!));
      await waitFor(
        async () => (await query('select 1 from regulation.outbox limit 1')).length === 0,
      );
      await relay.recordThat(({ liveKeys }) => liveKeys === stillSuppressed.length);
      expect(new Set(await relay.usersOnTopic())).toEqual(new Set(forms.keys));
      const orders = await collectRecords(kafka.brokers, topicName(relay.prefix, TOPICS.deletions));
      const ordered = orders.flatMap(
        ({ value }) => (JSON.parse(value!.toString()) as DeletionJobRequested).users,
      );
      expect(sorted(new Set(ordered.map(({ userId }) => userId)))).toEqual(sorted(forms.ids));
      const index = new SuppressionIndex({ kafka: relay.kafka, topicPrefix: relay.prefix });
      index.start();
      await index.untilReady();
      const isIn = (id: string) => index.isSuppressed('ws_a', id, 'src_a');
      const lifted = new Set(forms.ids.slice(8, 10));
      expect(forms.ids.filter((id) => !isIn(id))).toEqual([...lifted]);
      expect(forms.keys.filter((key) => !isIn(key))).toHaveLength(1);
      await index.close();
      await relay.stop();
    });

    it('stay when the other identifiers are purged, even if a statement tries to replace them by the keys', async () => {
      await query(
        `update regulation.regulations set done_at = now() - interval '31 days' where destination_ids is not null`,
      );
      await forms.service.purge(30);
      const forgotten = await query<{ attributes: object }>(
        `select attributes from regulation.regulations where identifiers_forgotten_at is not null order by id`,
      );
      expect(forgotten.map(({ attributes }) => attributes)).toEqual(
        forms.ids.map((userId) => ({ userId })),
      );
      await query(
        `update regulation.regulations r set attributes = jsonb_build_object('userId', r.user_id)`,
      );
      expect(await storedIds('destination_ids is not null')).toEqual(forms.ids);
    });

    it('are restored from the topics as given', async () => {
      const before = await query(
        `select id, user_id, attributes from regulation.regulations where destination_ids is not null and not canceled order by id`,
      );
      await query(
        `truncate regulation.regulations, regulation.suppressions, regulation.deletion_jobs, regulation.deletion_job_users, regulation.deletion_verifications`,
      );
      await restore(forms.service.database, {
        ...{ topicPrefix: forms.relay.prefix, apply: true },
        topics: {
          identity: () => Promise.resolve({ clusterId: 'test', topicId: 'test' }),
          read: async (topic, onRecord) => {
            for (const record of await collectRecords(kafka.brokers, topic)) await onRecord(record);
          },
        },
      });
      const restored = await query(
        `select id, user_id, attributes from regulation.regulations where destination_ids is not null order by id`,
      );
      expect(restored).toEqual(before);
      const suppressed = await query(
        `select distinct user_id as id from regulation.suppressions where active_count > 0`,
      );
      const key = normaliseUserId(forms.ids[8]!);
      expect(sorted(suppressed.map(({ id }) => id))).toEqual(
        sorted(forms.keys.filter((one) => one !== key)),
      );
    });
  });
});
