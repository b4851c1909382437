import { describeWithKafka, waitFor } from '@lethe/testing';
import { memoryOf } from './support/memory-of.js';
import { System } from './system.js';
import { Receiver } from './test-api/receiver.js';
import { markersOf, SEND, sendRun, type TestAnswer } from './test-api/send-run.js';
import { testApiWorkspaces } from './test-api/workspace.js';

/**
 * The first gateway has a short deadline, for runs that must time out. The second gateway has the
 * default deadline.
 */
const [HASTY, USUAL] = [0, 1];
/** Deadline of the first gateway. Runners stop its runs 5 s earlier. */
const HASTY_SECONDS = 12;
/** Requests that the destination `dst_ten_held` answers; it holds later ones. */
const ANSWERED = 2;
/** Maximum number of attempts of a run, because an attempt can correctly end with 504. */
const ROUNDS = 3;

describeWithKafka('the Test API at its deadline', () => {
  let receiver: Receiver;
  let system: System;

  beforeAll(async () => {
    receiver = await Receiver.start();
    system = await System.start({
      workspaces: testApiWorkspaces(receiver.url),
      runners: 2,
      gateways: 2,
      environment: (app, index): Record<string, string> => {
        const isHasty = app === 'gateway' && index === HASTY;
        // A workspace can have 200 concurrent test runs at both gateways together, so one gateway
        // can have fewer left.
        return isHasty
          ? { LETHE_TEST_RUN_TIMEOUT: String(HASTY_SECONDS) }
          : { LETHE_MAX_TEST_RUNS: '200', LETHE_RATE_TESTS: '0' };
      },
    });
  });
  afterEach(() => {
    for (const runner of system.runners) runner.thaw();
    receiver.release();
  });
  afterAll(async () => {
    await system.stop();
    await receiver.stop();
  });

  const run = (to: string, marker: string, gateway = USUAL, stage: object = SEND) =>
    sendRun(system.addressOf(gateway), { to, marker, stage });

  it('does not start a run after its deadline', async () => {
    for (const runner of system.runners) runner.freeze();
    const late = await run('dst_plain', 'too late.', HASTY);
    expect(late).toMatchObject({ status: 504, body: { code: 'test_run_timeout' } });
    for (const runner of system.runners) runner.thaw();
    // These events come after the late event on the topic, on every partition.
    await waitFor(async () => {
      const answers = await Promise.all(
        markersOf('in time', 30).map((marker) => run('dst_plain', marker)),
      );
      return answers.every(({ status }) => status === 200);
    });
    expect(receiver.count('too late.')).toBe(0);
  });

  it('returns completed results at the deadline of the runner, and a deadline error for the other events', async () => {
    let round = 0;
    let answer: TestAnswer;
    // If a runner pauses for 5 s at its deadline, it does not answer in time. Then the test tries
    // again.
    do {
      round += 1;
      receiver.release();
      // The two answered requests take less than 1 s of the 7 s until the deadline of the runner.
      // If the deadline were later, the held request would first reach its own timeout of 10 s.
      answer = await run('dst_ten_held', `ten-${round}.`, HASTY, { user_transform: true, ...SEND });
    } while (round < ROUNDS && answer.status === 504);
    expect(answer.status).toBe(200);
    expect(expectRestCut(answer.body)).toBe(ANSWERED);
    expect(receiver.count(`ten-${round}.`)).toBe(ANSWERED + 1);
  });

  /**
   * @returns how many of ten events were delivered; expects the deadline as the error of each later
   *   event
   */
  function expectRestCut({ data }: TestAnswer['body']): number {
    expect(data).toHaveLength(10);
    const statuses = data.map((element) => element.destination_response_status);
    const done = statuses.findIndex((status) => status?.[0] !== 200);
    const error = expect.stringContaining('deadline') as string;
    for (const element of data.slice(done)) {
      expect(element).toMatchObject({ destination_response: [{ error }] });
    }
    return done;
  }

  it('loses none of 200 runs with a slow destination, in bounded memory', async () => {
    await system.runners[1]!.stop();
    await waitFor(async () => (await run('dst_plain', 'alone.')).status === 200);
    const before = memoryOf(system.runners[0]!.pid);
    const markers = markersOf('many', 200);
    const answers = await Promise.all(markers.map((marker) => run('dst_slow', marker)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    for (const marker of markers) expect(receiver.count(marker)).toBe(1);
    expect(memoryOf(system.runners[0]!.pid) - before).toBeLessThan(256 * 1024 * 1024);
  });
});
