import { describeWithKafka, waitFor } from '@lethe/testing';
import { System } from './system.js';
import { Receiver } from './test-api/receiver.js';
import { markersOf, sendRun } from './test-api/send-run.js';
import { testApiWorkspaces } from './test-api/workspace.js';

describeWithKafka('the Test API when a runner dies', () => {
  let receiver: Receiver;
  let system: System;
  /** Requests that were sent while no runner had the partitions of the dead runner. */
  const duringTakeover: { marker: string; answer: Promise<{ status: number }> }[] = [];

  beforeAll(async () => {
    receiver = await Receiver.start();
    system = await System.start({
      workspaces: testApiWorkspaces(receiver.url),
      runners: 2, // a run has 25 s; it took 0.3 s, and 2.5 s at a load of 27 on two cores
    });
  });
  afterAll(async () => {
    await system.stop();
    await receiver.stop();
  });

  const run = (to: string, marker: string) => sendRun(system.addressOf(0), { to, marker });

  it('sends an event at most once when its runner is killed, and answers 504', async () => {
    await Promise.all(markersOf('warm', 30).map((marker) => run('dst_plain', marker)));
    // The receiver holds these requests, so that both runners have some in flight.
    const markers = markersOf('killed', 16);
    const runs = markers.map((marker) => run('dst_held', marker));
    await waitFor(() => markers.every((marker) => receiver.count(marker) === 1));
    await system.runners[0]!.kill();
    receiver.release();
    for (const marker of markersOf('takeover', 12)) {
      duringTakeover.push({ marker, answer: run('dst_plain', marker) });
    }
    const answers = await Promise.all(runs);
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 504]));
    for (const { status, body } of answers) {
      if (status === 504) expect(body).toMatchObject({ code: 'test_run_timeout' });
    }
    for (const marker of markers) expect(receiver.count(marker)).toBe(1);
  });

  it('runs tests on the other runner after one runner is killed', async () => {
    let round = 0;
    // Kafka's group notices the dead runner after the session timeout. Until then, requests wait,
    // and some time out.
    await waitFor(async () => {
      round += 1;
      const sent = markersOf(`survivor-${round}`, 12).map((marker) => {
        return { marker, answer: run('dst_plain', marker) };
      });
      duringTakeover.push(...sent);
      const answers = await Promise.all(sent.map(({ answer }) => answer));
      return answers.every(({ status }) => status === 200);
    });
    // Checked after the wait, because a failure inside `waitFor` would only repeat it.
    expect(duringTakeover.length).toBeGreaterThanOrEqual(24);
    for (const { marker, answer } of duringTakeover) {
      const { status } = await answer;
      expect([200, 504]).toContain(status);
      const times = receiver.count(marker);
      if (status === 200) expect(times).toBe(1);
      else expect(times).toBeLessThanOrEqual(1);
    }
  });
});
