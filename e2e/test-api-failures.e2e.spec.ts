import { readFileSync } from 'node:fs';
import { describeWithKafka, waitFor } from '@lethe/testing';
import { disturbGroups } from './support/disturb-group.js';
import { TOKENS } from './support/workspaces.js';
import { System } from './system.js';
import { Receiver } from './test-api/receiver.js';
import { testApiWorkspaces } from './test-api/workspace.js';

const SEND = { dest_transform: true, send_to_destination: true };

describeWithKafka('the Test API when something goes wrong', () => {
  let receiver: Receiver;
  let system: System;

  beforeAll(async () => {
    receiver = await Receiver.start();
    system = await System.start({
      workspaces: testApiWorkspaces(receiver.url),
      runners: 2,
      gateways: 2,
    });
  });
  afterEach(async () => {
    system.heal();
    await system.testsReady();
  });
  afterAll(async () => {
    await system.stop();
    await receiver.stop();
  });

  const run = async (id: string, marker: string, stage: object = SEND, gateway = 0) => {
    const response = await fetch(`${system.addressOf(gateway)}/v0/testDestination/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKENS.admin}` },
      body: JSON.stringify({ message: { type: 'track', event: marker }, stage }),
    });
    return { status: response.status, body: (await response.json()) as TestAnswer };
  };

  it('sends an event at most once when its runner is killed, and says 504', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, n) => run('dst_plain', `warm-${n}.`)));
    // Slow ones, so that both runners have some in hand.
    const markers = Array.from({ length: 16 }, (_, n) => `killed-${n}.`);
    const runs = markers.map((marker) => run('dst_held', marker));
    await waitFor(() => markers.every((marker) => receiver.count(marker) === 1));
    await system.runners[0]!.kill();
    const answers = await Promise.all(runs);
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 504]));
    for (const { status, body } of answers) {
      if (status === 504) expect(body).toMatchObject({ code: 'test_run_timeout' });
    }
    for (const marker of markers) expect(receiver.count(marker)).toBe(1);
  });

  it('goes on with the other runner when one is killed', async () => {
    await system.runners[1]!.kill();
    const answered: { marker: string; status: number }[] = [];
    let round = 0;
    // The group notices after its session timeout. Until then requests wait, some for too long.
    await waitFor(
      async () => {
        round += 1;
        const markers = Array.from({ length: 12 }, (_, n) => `survivor-${round}-${n}.`);
        const answers = await Promise.all(markers.map((marker) => run('dst_plain', marker)));
        const statuses = answers.map(({ status }) => status);
        for (const [n, marker] of markers.entries())
          answered.push({ marker, status: statuses[n]! });
        return statuses.every((status) => status === 200);
      },
      { timeoutMs: 100_000 },
    );
    // Looked at out here: what fails in a wait counts as "not yet".
    for (const { marker, status } of answered) {
      expect([200, 504]).toContain(status);
      const times = receiver.count(marker);
      if (status === 200) expect(times).toBe(1);
      else expect(times).toBeLessThanOrEqual(1);
    }
  });

  it('does not start a run whose time is over', async () => {
    for (const runner of system.runners) runner.freeze();
    const late = await run('dst_plain', 'too late.');
    expect(late).toMatchObject({ status: 504, body: { code: 'test_run_timeout' } });
    for (const runner of system.runners) runner.thaw();
    // Behind the late one on the topic, whatever its partition.
    await waitFor(
      async () => {
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, n) => run('dst_plain', `in time-${n}.`)),
        );
        return answers.every(({ status }) => status === 200);
      },
      { timeoutMs: 120_000 },
    );
    expect(receiver.count('too late.')).toBe(0);
  });

  it('loses none of 200 runs whose destination takes 2 s, in bounded memory', async () => {
    await system.runners[1]!.stop();
    await waitFor(async () => (await run('dst_plain', 'alone.')).status === 200, {
      timeoutMs: 100_000,
    });
    const before = memoryOf(system.runners[0]!.pid);
    const markers = Array.from({ length: 200 }, (_, n) => `many-${n}.`);
    const answers = await Promise.all(markers.map((marker) => run('dst_slow', marker)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    for (const marker of markers) expect(receiver.count(marker)).toBe(1);
    expect(memoryOf(system.runners[0]!.pid) - before).toBeLessThan(256 * 1024 * 1024);
  });

  it('answers at 25 s what is done by then, and names the deadline for the rest', async () => {
    const { status, body } = await run('dst_ten_slow', 'ten.', { user_transform: true, ...SEND });
    expect(status).toBe(200);
    const deadline = expect.stringContaining('deadline') as string;
    const statuses = body.data.map((element) => element.destination_response_status);
    expect(statuses).toHaveLength(10);
    // One takes 7 s: three are done by then, or two where the machine was busy.
    const done = statuses.findIndex((status) => status?.[0] !== 200);
    expect([2, 3]).toContain(done);
    for (const element of body.data.slice(done)) {
      expect(element).toMatchObject({ destination_response: [{ error: deadline }] });
    }
    expect([done, done + 1]).toContain(receiver.count('ten.'));
  });

  it("loses no answer in a rebalance of the gateway's group", async () => {
    let round = 0;
    let answered: number[];
    // On a busy machine two rebalances can take longer than a run may: then once more.
    do {
      round += 1;
      const markers = Array.from({ length: 20 }, (_, n) => `rebalance-${round}-${n}.`);
      const runs = markers.map((marker) => run('dst_slow', marker));
      await waitFor(() => markers.some((marker) => receiver.count(marker) === 1));
      expect(await disturbGroups(system.brokers, system.topic('testResults'))).toBe(2);
      answered = (await Promise.all(runs)).map(({ status }) => status);
      for (const marker of markers) expect(receiver.count(marker)).toBeLessThanOrEqual(1);
    } while (round < 3 && answered.includes(504));
    expect(answered).toEqual(answered.map(() => 200));
  });
});

interface TestAnswer {
  readonly code?: string;
  readonly data: readonly {
    readonly destination_response?: unknown;
    readonly destination_response_status?: readonly number[];
  }[];
}

/** Resident memory of a process, in bytes. */
function memoryOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/statm`, 'utf8');
  return Number(text.split(' ')[1]) * 4096;
}
