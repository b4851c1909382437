import { waitFor } from '@lethe/testing';
import { RateDemands } from '../src/index.js';
import { useCatalogDatabase } from './catalog-database.js';

const database = useCatalogDatabase();

describe('what gateways tell each other', () => {
  afterEach(() => database.connection.query('delete from catalog.rate_demands'));

  const newGateways = (count: number) =>
    Array.from({ length: count }, () => new RateDemands(database.connection));
  const rows = () => database.connection.query('select from catalog.rate_demands');

  it('is what was asked of all others, and how many there are', async () => {
    const [a, b, c] = newGateways(3);
    const tell = (gateway: RateDemands | undefined, demand: number) =>
      gateway!.exchange(new Map([['token:t', demand]]));
    // Each time anew: what was told is worth something for seconds only.
    await waitFor(async () => {
      await tell(a, 5);
      await tell(b, 7);
      const { demands, gateways } = await tell(c, 1);
      return demands.get('token:t') === 12 && gateways === 3;
    });
    await a!.leave();
    await waitFor(async () => {
      await tell(b, 7);
      const { demands, gateways } = await tell(c, 1);
      return demands.get('token:t') === 7 && gateways === 2;
    });
  });

  it('is forgotten when it is old, or older than a clock that was set back', async () => {
    const [gone, here] = newGateways(2);
    for (const step of ['-1 hour', '1 hour']) {
      await gone!.exchange(new Map([['token:t', 1_000]]));
      await database.connection.query(
        `update catalog.rate_demands set seen_at = now() + $1::interval`,
        [step],
      );
      const heard = await here!.exchange(new Map([['token:t', 1]]));
      expect(heard).toEqual({ demands: new Map(), gateways: 1 });
      expect(await rows()).toHaveLength(4);
      await here!.forgetOld();
      expect(await rows()).toHaveLength(2);
    }
  });
});
