import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithKafka, startOwnKafka, waitFor } from '@lethe/testing';
import { createKafka, createTopic } from '../src/index.js';
import { IdleMember } from './idle-member.js';

describeWithKafka('GroupMember', () => {
  it('rejoins after the broker was killed during a rebalance', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lethe-group-'));
    let kafka = await startOwnKafka({ dataDir: folder });
    const { port } = kafka;
    let killed: Promise<void> | undefined;
    const log = (_: string, message: string): void => {
      if (message.includes('group is rebalancing')) killed ??= kafka.kill();
    };
    const client = createKafka({ brokers: [kafka.brokers], clientId: 'test', log });
    await createTopic(client, 'input', 2);
    const joins: (readonly number[])[] = [];
    const waited: unknown[] = [];
    const crashes: unknown[] = [];
    const newMember = () =>
      new IdleMember(
        client,
        {
          topic: 'input',
          groupId: 'group',
          onJoin: (partitions) => joins.push(partitions),
          onWaiting: (error) => waited.push(error),
          onCrash: (error) => crashes.push(error),
        },
        { maxWaitMs: 100, sessionTimeoutMs: 6_000, partitionsAtOnce: 1 },
      );
    const members = [newMember(), newMember()];
    try {
      await members[0]?.start();
      await waitFor(() => joins.length === 1);
      void members[1]?.start();
      await waitFor(() => killed !== undefined, {
        message: 'the first member to hear of the second',
      });
      await killed;
      await waitFor(() => waited.length > 0 || crashes.length > 0);
      kafka = await startOwnKafka({ dataDir: folder, port });
      await waitFor(() => crashes.length > 0 || members.every(({ isUp }) => isUp), {
        message: 'both to be members again',
      });
      expect(crashes).toEqual([]);
    } finally {
      await Promise.all(members.map((member) => member.stop()));
      await kafka.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
