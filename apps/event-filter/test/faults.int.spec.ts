import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithKafka, useTestKafka, usualOrLong, waitFor } from '@lethe/testing';
import { disordered, EventLoad, userOf } from './event-load.js';
import { expectExactlyOnce, forwarded, forwardedSoFar, sorted } from './exactly-once.js';
import { FilterFixture } from './filter-fixture.js';

const PARTITIONS = 6;
/** Each round kills two instances. */
const KILLING_ROUNDS = usualOrLong(3, 50);
const STARTING_ROUNDS = usualOrLong(3, 50);

/** Returns a delay of less than 600 ms. It differs between rounds, to stop apps in many states. */
function delayMs(step: number): number {
  return (step * 370) % 600;
}

describeWithKafka('the event filter during failures', () => {
  const server = useTestKafka();
  let fixture: FilterFixture;
  let load: EventLoad;

  beforeEach(async () => {
    fixture = new FilterFixture(server.brokers);
    load = new EventLoad(fixture);
    await fixture.createTopics(PARTITIONS);
    await fixture.suppress(EventLoad.suppressed);
  });
  afterEach(async () => {
    await load.stop();
    await fixture.stop();
  });

  it('loses no event and repeats no event when its instances are killed repeatedly', async () => {
    load.start();
    let apps = [fixture.spawn(), fixture.spawn()];
    // After half of the rounds, the test suppresses one more user. From then on, every event of
    // this user must be dropped.
    const late = 'user-7';
    const isLate = (number: number) => userOf(number) === late;
    let lateFrom = Infinity;
    for (let round = 1; round <= KILLING_ROUNDS; round += 1) {
      await Promise.all(apps.map((app) => fixture.ready(app)));
      // Every third round kills the instances soon after they are ready. All other rounds wait for
      // a commit first.
      const before = await fixture.committed();
      if (round % 3 !== 0) await waitFor(async () => (await fixture.committed()) > before);
      if (round === Math.ceil(KILLING_ROUNDS / 2)) {
        await waitFor(async () => (await forwardedSoFar(fixture)).some(isLate));
        await fixture.suppress([late]);
        const users = `lethe_filter_index_users ${String(EventLoad.suppressed.length + 1)}\n`;
        for (const app of apps) {
          await waitFor(async () => (await fixture.get(app, '/metrics')).text.includes(users));
        }
        lateFrom = load.sent;
      }
      const killed = apps;
      apps = [];
      for (const app of killed) {
        await sleep(delayMs(2 * round + apps.length));
        app.kill('SIGKILL');
        apps.push(fixture.spawn());
      }
    }
    const numbers = await forwarded(fixture, load);
    const others = (all: readonly number[]) => all.filter((number) => !isLate(number));
    const lateNumbers = numbers.filter(isLate);
    expect(sorted(others(numbers))).toEqual(others(load.expected()));
    expect(new Set(lateNumbers).size).toBe(lateNumbers.length);
    expect(lateNumbers.filter((number) => number >= lateFrom)).toEqual([]);
    expect(lateNumbers.length).toBeGreaterThan(0);
    expect(disordered(numbers)).toEqual([]);
  });

  it('loses no event and repeats no event when instances join and leave', async () => {
    load.start();
    let old = await fixture.start();
    for (let round = 0; round < STARTING_ROUNDS; round += 1) {
      const next = await fixture.start();
      // Without the delay, the old instance stops during a rebalance.
      if (round % 2 === 0) await sleep(delayMs(round));
      await old.stop();
      old = next;
    }
    await expectExactlyOnce(fixture, load);
  });
});
