/**
 * One start of the index, for (k): from the start of the process to the first answer.
 *
 * usage: node index-start.mjs BROKERS TOPIC_PREFIX [SNAPSHOT_FILE]
 * With a file, it starts from the snapshot in it, if any, and writes one at the end. Prints the
 * milliseconds until it is ready, how many users it knows, and its resident memory.
 */
import { createKafka } from '@lethe/messaging';
import { SuppressionIndex } from '@lethe/suppression-index';

const [brokers, topicPrefix, snapshotFile] = process.argv.slice(2);
const kafka = createKafka({ brokers: brokers.split(','), clientId: 'index-start' });
const events = [];
const index = new SuppressionIndex({
  kafka,
  topicPrefix,
  relayRecord: 'optional',
  ...(snapshotFile === undefined ? {} : { snapshotFile }),
  onEvent: ({ type }) => events.push(type),
});
const startedAt = performance.now();
index.start();
await index.untilReady();
const durationMs = performance.now() - startedAt;
const { users, byteLength } = index.status;
const rss = process.memoryUsage.rss();
await index.close();
console.log(JSON.stringify({ durationMs, users, byteLength, rss, events }));
