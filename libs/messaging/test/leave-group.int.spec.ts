import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithKafka, PATIENT_CLIENT, useTestKafka, waitFor } from '@lethe/testing';
import { kafkajsOf, type Admin } from '@lethe/testing/kafka';
import { createKafka, createTopic, type KafkaClient } from '../src/index.js';
import { IdleMember } from './idle-member.js';

/**
 * Longer than any test, even on a slow machine. So a member that does not leave stays in the group.
 */
const SESSION_TIMEOUT_MS = 300_000;

describeWithKafka('a stopped GroupMember', () => {
  const server = useTestKafka();
  const topic = `leave-${randomUUID()}`;
  let kafka: KafkaClient;
  let admin: Admin;

  beforeAll(async () => {
    const brokers = server.brokers.split(',');
    kafka = createKafka({ brokers, clientId: 'test', ...PATIENT_CLIENT });
    await createTopic(kafka, topic, 2);
    admin = kafkajsOf(kafka).admin();
    await admin.connect();
  });
  afterAll(() => admin.disconnect());

  const newMember = (groupId: string) =>
    new IdleMember(
      kafka,
      {
        topic,
        groupId,
        onCrash: (error) => {
          throw error;
        },
      },
      { maxWaitMs: 100, sessionTimeoutMs: SESSION_TIMEOUT_MS, partitionsAtOnce: 1 },
    );
  const membersOf = async (groupId: string): Promise<number> => {
    const { groups } = await admin.describeGroups([groupId]);
    return groups[0]?.members.length ?? 0;
  };

  const delays = Array.from({ length: 12 }, (_, n) => n * 10);

  it.each(delays)('leaves the group if it is stopped %i ms after its start', async (ms) => {
    const groupId = `leave-${randomUUID()}`;
    const stopped = newMember(groupId);
    const starting = stopped.start();
    await sleep(ms);
    await stopped.stop();
    await starting;
    expect(await membersOf(groupId)).toBe(0);
    const next = newMember(groupId);
    await next.start();
    await waitFor(() => next.isUp);
    await next.stop();
    expect(await membersOf(groupId)).toBe(0);
  });

  it('leaves the group while it waits for the other members', async () => {
    const groupId = `leave-${randomUUID()}`;
    const other = newMember(groupId);
    await other.start();
    const stopped = newMember(groupId);
    const starting = stopped.start();
    const isJoining = async () => {
      const { groups } = await admin.describeGroups([groupId]);
      // If the member is already up, this poll has missed the state.
      return groups[0]?.state === 'PreparingRebalance' || stopped.isUp;
    };
    await waitFor(isJoining, { intervalMs: 5 });
    await stopped.stop();
    await starting;
    expect(await membersOf(groupId)).toBe(1);
    await other.stop();
    expect(await membersOf(groupId)).toBe(0);
  });
});
