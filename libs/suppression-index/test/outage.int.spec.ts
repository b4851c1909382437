import { freePort, type LocalKafka } from '@lethe/local-services';
import { describeWithKafka, startOwnKafka, waitFor } from '@lethe/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SuppressionsTopic, upToDate } from './support/suppressions.js';

// This test stops its broker, so it cannot use the shared broker.
describeWithKafka('SuppressionIndex in an outage of Kafka', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'index-outage-'));
  let kafka: LocalKafka;
  let topic: SuppressionsTopic | undefined;

  afterAll(async () => {
    await topic?.close();
    await kafka.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('continues to answer, and resumes at its position', async () => {
    const port = await freePort();
    const start = async (): Promise<void> => {
      kafka = await startOwnKafka({ dataDir, port });
    };
    await start();
    topic = await SuppressionsTopic.make(kafka.brokers);
    const snapshotFile = join(dataDir, 'snapshot');
    await topic.publishEventually({ kept: '*', lifted: '*' });
    const reported: string[] = [];
    const index = await topic.readyIndex({
      snapshotFile,
      onEvent: ({ type }) => reported.push(type),
      onError: () => reported.push('error'),
    });
    /** Returns the number of recoveries after errors. Pauses of the machine also cause errors. */
    const outages = (): number =>
      reported.filter((type, at) => type === 'reconnected' && reported[at - 1] === 'error').length;

    let before = outages();
    await kafka.stop();
    await waitFor(() => !index.status.connected);
    expect(index.status).toMatchObject({ ready: true, lag: undefined, users: 2 });
    expect(index.isSuppressed('ws', 'kept', 's')).toBe(true);
    // An index that starts now knows nothing yet, and must not answer from an old snapshot.
    const late = topic.index({ snapshotFile });

    await start();
    await topic.publishEventually({ lifted: [], fresh: '*' });
    await waitFor(() => index.isSuppressed('ws', 'fresh', 's'));
    await upToDate(index);
    expect(index.isSuppressed('ws', 'lifted', 's')).toBe(false);
    await late.untilReady();
    expect(late.status.ready).toBe(true);
    await waitFor(() => outages() > before);

    before = outages();
    await kafka.kill();
    await waitFor(() => !index.status.connected);
    await start();
    await topic.publishEventually({ fresh: [] });
    await waitFor(() => !index.isSuppressed('ws', 'fresh', 's'));
    expect(index.isSuppressed('ws', 'kept', 's')).toBe(true);
    await waitFor(() => outages() > before);
    expect([...reported, ...topic.events.map(({ type }) => type)]).not.toContain('restarted');
  });
});
