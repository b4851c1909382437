import { waitFor } from '@lethe/testing';
import { RateDemands } from '../src/index.js';
import { useCatalogDatabase } from './catalog-database.js';

const database = useCatalogDatabase();

describe('the demands that gateways exchange', () => {
  afterEach(() => database.connection.query('delete from catalog.rate_demands'));

  const newGateways = (count: number) =>
    Array.from({ length: count }, () => new RateDemands(database.connection));
  const rows = () => database.connection.query('select from catalog.rate_demands');

  it('contain the sum of the demands of the other gateways, and the number of gateways', async () => {
    const [a, b, c] = newGateways(3);
    const publish = (gateway: RateDemands | undefined, demand: number) =>
      gateway!.exchange(new Map([['token:t', demand]]));
    // Each attempt publishes all demands again, because a demand expires after 3 s.
    await waitFor(async () => {
      await publish(a, 5);
      await publish(b, 7);
      const { demands, gateways } = await publish(c, 1);
      return demands.get('token:t') === 12 && gateways === 3;
    });
    await a!.leave();
    await waitFor(async () => {
      await publish(b, 7);
      const { demands, gateways } = await publish(c, 1);
      return demands.get('token:t') === 7 && gateways === 2;
    });
  });

  it('expire, even if the clock was set back', async () => {
    const [gone, here] = newGateways(2);
    for (const step of ['-1 hour', '1 hour']) {
      await gone!.exchange(new Map([['token:t', 1_000]]));
      await database.connection.query(
        `update catalog.rate_demands set seen_at = now() + $1::interval`,
        [step],
      );
      const received = await here!.exchange(new Map([['token:t', 1]]));
      expect(received).toEqual({ demands: new Map(), gateways: 1 });
      expect(await rows()).toHaveLength(4);
      await here!.deleteExpired();
      expect(await rows()).toHaveLength(2);
    }
  });
});
