import { createKafka } from '@lethe/messaging';
import { waitFor } from '@lethe/testing';
import { kafkajsOf } from '@lethe/testing/kafka';

/**
 * Makes every group that reads a topic rebalance: a stranger joins, takes its share of the
 * partitions, and leaves again.
 *
 * @param onJoined called when the stranger has its share in each group
 * @returns how many groups were disturbed
 */
export async function disturbGroups(
  brokers: string,
  topic: string,
  onJoined: () => void,
): Promise<number> {
  const kafka = createKafka({ brokers: brokers.split(','), clientId: 'stranger' });
  const admin = kafkajsOf(kafka).admin();
  await admin.connect();
  const { groups } = await admin.listGroups();
  const ids = groups
    .map((group) => group.groupId)
    .filter((id) => id.startsWith(`${topic}.reader-`));
  const { groups: described } = await admin.describeGroups(ids);
  await admin.disconnect();
  const readers = described.filter(({ members }) =>
    members.some(({ memberMetadata }) => memberMetadata.includes(topic)),
  );
  const strangers = await Promise.all(
    readers.map(async ({ groupId }) => {
      const stranger = kafkajsOf(kafka).consumer({ groupId, allowAutoTopicCreation: false });
      let joined = false;
      stranger.on(stranger.events.GROUP_JOIN, () => (joined = true));
      await stranger.connect();
      await stranger.subscribe({ topics: [topic] });
      await stranger.run({ autoCommit: false, eachMessage: () => Promise.resolve() });
      await waitFor(() => joined);
      return stranger;
    }),
  );
  onJoined();
  await Promise.all(strangers.map((stranger) => stranger.disconnect()));
  return readers.length;
}
