import { readTopicConfig } from '@lethe/messaging';
import { describeWithKafka, useTestKafka, waitFor } from '@lethe/testing';
import { ConfigResourceTypes } from '@lethe/testing/kafka';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SuppressionIndex } from '../src/index.js';
import { readSnapshot } from '../src/snapshot/read-snapshot.js';
import type { SnapshotHeader } from '../src/snapshot/snapshot-header.js';
import { writeSnapshot } from '../src/snapshot/write-snapshot.js';
import { SuppressionsTopic, upToDate } from './support/suppressions.js';

/** In a request to delete records, this offset means the end of a partition. */
const ALL = '-1';

describeWithKafka('the snapshot', () => {
  const server = useTestKafka();
  const folder = mkdtempSync(join(tmpdir(), 'snapshot-'));
  const snapshotFile = join(folder, 'suppressions');
  let topic: SuppressionsTopic;

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  async function makeTopic(): Promise<void> {
    topic = await SuppressionsTopic.make(server.brokers);
    await topic.publish({ kept: '*', lifted: '*', moved: ['s1'] });
  }

  async function leave(): Promise<void> {
    await topic.close();
    rmSync(snapshotFile, { force: true });
  }

  const at = (index: SuppressionIndex, user: string, source = 's1'): boolean =>
    index.isSuppressed('ws', user, source);

  /** Writes a snapshot of the topic. */
  async function leaveSnapshot(): Promise<void> {
    const index = await topic.readyIndex({ snapshotFile });
    await index.close();
    topic.events.length = 0;
  }

  /** Rewrites the snapshot with another header. */
  async function changeHeader(change: Partial<SnapshotHeader>): Promise<void> {
    const reading = await readSnapshot(snapshotFile, () => undefined);
    if (reading === undefined || 'refusal' in reading) throw new Error('there is no snapshot');
    await writeSnapshot(snapshotFile, { ...reading.header, ...change }, reading.table);
  }

  /** Expects that an index discards the snapshot and reads the topic from its beginning. */
  async function startsOver(reason: string): Promise<void> {
    await topic.publish({ lifted: [] });
    const index = await topic.readyIndex({ snapshotFile });
    expect(topic.events[0]).toEqual({ type: 'snapshot-discarded', reason });
    expect([at(index, 'kept'), at(index, 'lifted')]).toEqual([true, false]);
    await index.close();
  }

  describe('on a separate topic', () => {
    beforeEach(makeTopic);
    afterEach(leave);

    it('is loaded at the next start, which also reads all later changes', async () => {
      await leaveSnapshot();
      await topic.publish({ lifted: [], moved: ['s2'], fresh: '*' });
      const index = await topic.readyIndex({ snapshotFile });
      expect(topic.events).toMatchObject([
        { type: 'snapshot-loaded', users: 3 },
        { type: 'ready', users: 3 },
      ]);
      expect([at(index, 'kept'), at(index, 'fresh'), at(index, 'lifted')]).toEqual([
        true,
        true,
        false,
      ]);
      expect([at(index, 'moved', 's1'), at(index, 'moved', 's2')]).toEqual([false, true]);
      expect(index.status.snapshotAsOf).toBeInstanceOf(Date);
    });

    it('is readable only by its owner and contains no ids', async () => {
      await leaveSnapshot();
      expect(statSync(snapshotFile).mode & 0o777).toBe(0o600);
      expect(readFileSync(snapshotFile, 'latin1')).not.toContain('kept');
      expect(existsSync(`${snapshotFile}.tmp`)).toBe(false);
    });

    it('is written periodically after changes', async () => {
      const index = await topic.readyIndex({ snapshotFile, snapshotEveryMs: 100 });
      const written = (): number =>
        topic.events.filter(({ type }) => type === 'snapshot-written').length;
      await waitFor(() => written() === 1);
      await topic.publish({ fresh: '*' });
      await waitFor(() => written() === 2);
      await upToDate(index);
      await index.close();
      expect(written()).toBe(2);
      expect(topic.events.at(-1)).toMatchObject({ type: 'snapshot-written', users: 4 });
    });

    it('is not required: the index works although no snapshot can be written', async () => {
      const index = await topic.readyIndex({ snapshotFile: join(folder, 'none', 'file') });
      await index.close();
      expect(topic.events.at(-1)).toMatchObject({ type: 'snapshot-failed' });
    });

    it('is discarded when the topic was recreated', async () => {
      await leaveSnapshot();
      await topic.replace();
      await topic.publish({ kept: '*' });
      await startsOver('topic-replaced');
    });

    it('is discarded when tombstones may have been removed since it was written', async () => {
      await leaveSnapshot();
      await topic.withAdmin((admin) =>
        admin.alterConfigs({
          validateOnly: false,
          resources: [
            {
              type: ConfigResourceTypes.TOPIC,
              name: topic.topic,
              configEntries: [
                { name: 'cleanup.policy', value: 'compact' },
                { name: 'delete.retention.ms', value: '20' },
              ],
            },
          ],
        }),
      );
      // The broker applies the setting after a moment.
      await waitFor(async () => {
        return (await readTopicConfig(topic.kafka, topic.topic, 'delete.retention.ms')) === '20';
      });
      await startsOver('too-old');
    });

    it.each(['beyond the end', 'before the beginning'])(
      'is followed by a full read of the topic when a position is %s of its partition',
      async (where) => {
        await leaveSnapshot();
        const partitions = Array.from({ length: 12 }, (_, partition) => partition);
        if (where === 'beyond the end') {
          await changeHeader({ positions: new Map(partitions.map((id) => [id, 1_000])) });
        } else {
          await topic.publish({ lost: '*', kept: '*' });
          await topic.withAdmin(async (admin) => {
            const offsets = await admin.fetchTopicOffsets(topic.topic);
            await admin.alterConfigs({
              validateOnly: false,
              resources: [
                {
                  type: ConfigResourceTypes.TOPIC,
                  name: topic.topic,
                  configEntries: [{ name: 'cleanup.policy', value: 'compact,delete' }],
                },
              ],
            });
            const partitions = offsets.map(({ partition }) => ({ partition, offset: ALL }));
            // The broker refuses the request until it has applied the new policy.
            await waitFor(() =>
              admin.deleteTopicRecords({ topic: topic.topic, partitions }).then(() => true),
            );
          });
        }
        await topic.publish({ fresh: '*' });
        const index = await topic.readyIndex({ snapshotFile });
        expect(topic.events).toContainEqual({ type: 'restarted', reason: 'position-lost' });
        expect(at(index, 'fresh')).toBe(true);
        expect(at(index, 'kept')).toBe(where === 'beyond the end');
      },
    );
  });

  describe('is discarded', () => {
    let intact: Buffer;
    beforeAll(async () => {
      await makeTopic();
      await leaveSnapshot();
      intact = readFileSync(snapshotFile);
    });
    beforeEach(async () => {
      writeFileSync(snapshotFile, intact);
      topic.events.length = 0;
      await topic.publish({ kept: '*', lifted: '*' });
    });
    afterAll(leave);

    it('when it is truncated', async () => {
      writeFileSync(snapshotFile, readFileSync(snapshotFile).subarray(0, -1));
      await startsOver('damaged');
    });

    it('when its header is truncated', async () => {
      writeFileSync(snapshotFile, readFileSync(snapshotFile).subarray(0, 30));
      await startsOver('damaged');
    });

    it.each([0, 9, 25, 60, -40])('when byte %d is damaged', async (position) => {
      const bytes = readFileSync(snapshotFile);
      bytes[(position + bytes.length) % bytes.length]! ^= 0x10;
      writeFileSync(snapshotFile, bytes);
      await startsOver('damaged');
    });

    it('when it belongs to another cluster', async () => {
      await changeHeader({ clusterId: 'another' });
      await startsOver('other-cluster');
    });

    it('when it belongs to another topic', async () => {
      await changeHeader({ topic: 'another' });
      await startsOver('other-topic');
    });

    it('when it is from the future', async () => {
      await changeHeader({ asOf: Date.now() + 3_600_000 });
      await startsOver('from-the-future');
    });
  });
});
