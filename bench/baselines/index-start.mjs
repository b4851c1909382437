/**
 * Starts the suppression index once, for benchmark (k).
 *
 * usage: node index-start.mjs BROKERS TOPIC_PREFIX [SNAPSHOT_FILE]
 * With SNAPSHOT_FILE, the index loads this snapshot if it exists, and writes a new one at the end.
 * Prints the milliseconds until the index is ready, its number of users, and the resident memory.
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
