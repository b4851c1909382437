import { setTimeout as sleep } from 'node:timers/promises';
import { describeWithKafka, useTestKafka, usualOrLong, waitFor } from '@lethe/testing';
import { disordered, EventLoad, userOf } from './event-load.js';
import { expectExactlyOnce, forwarded, forwardedSoFar, sorted } from './exactly-once.js';
import { FilterFixture } from './filter-fixture.js';

const PARTITIONS = 6;
/** In each of them two instances are killed. */
const KILLING_ROUNDS = usualOrLong(3, 50);
const STARTING_ROUNDS = usualOrLong(3, 50);

/** Any moment will do, the more the better: up to 600 ms later, spread over the turns. */
function momentOf(turn: number): number {
  return (turn * 370) % 600;
}

describeWithKafka('the event filter in trouble', () => {
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

  it('loses nothing and repeats nothing when it is killed again and again', async () => {
    load.start();
    let apps = [fixture.spawn(), fixture.spawn()];
    // In the middle one more user is suppressed, and from then on no event of theirs comes out.
    const late = 'user-7';
    const isLate = (number: number) => userOf(number) === late;
    let lateFrom = Infinity;
    for (let round = 1; round <= KILLING_ROUNDS; round += 1) {
      await Promise.all(apps.map((app) => fixture.ready(app)));
      // Now and then before they have done anything, otherwise in the middle of their work.
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
        await sleep(momentOf(2 * round + apps.length));
        app.kill('SIGKILL');
        apps.push(fixture.spawn());
      }
    }
    const numbers = await forwarded(fixture, load);
    const others = (all: readonly number[]) => all.filter((number) => !isLate(number));
    const ofLate = numbers.filter(isLate);
    expect(sorted(others(numbers))).toEqual(others(load.expected()));
    expect(new Set(ofLate).size).toBe(ofLate.length);
    expect(ofLate.filter((number) => number >= lateFrom)).toEqual([]);
    expect(ofLate.length).toBeGreaterThan(0);
    expect(disordered(numbers)).toEqual([]);
  });

  it('loses nothing and repeats nothing when instances come and go', async () => {
    load.start();
    let old = await fixture.start();
    for (let round = 0; round < STARTING_ROUNDS; round += 1) {
      const next = await fixture.start();
      if (round % 2 === 0) await sleep(momentOf(round)); // also in the middle of a rebalance
      await old.stop();
      old = next;
    }
    await expectExactlyOnce(fixture, load);
  });
});
