import { fakeExchange } from '../../test/fake-exchange.js';
import { FeedPages } from './feed-pages.js';

const pages = new FeedPages({ delay: (_request, wait) => wait() });
const inOneHour = () => Date.now() + 3_600_000;

describe('FeedPages', () => {
  const read = (workspace: string, dataPlaneId: string, deadline: number, page: Promise<string>) =>
    pages.read(fakeExchange(workspace), { dataPlaneId, deadline }, () => page);

  it('reads at most four pages of one data plane at once, ends a wait at the deadline, and serves other data planes', async () => {
    let finish!: (page: string) => void;
    const unfinished = new Promise<string>((resolve) => (finish = resolve));
    const reading = Array.from({ length: 4 }, () => read('a', 'plane-a', inOneHour(), unfinished));
    await expect(read('a', 'plane-a', Date.now() + 20, unfinished)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await read('b', 'plane-b', inOneHour(), Promise.resolve('page of b'))).toBe('page of b');
    const waiting = read('a', 'plane-a', inOneHour(), unfinished);
    finish('page');
    expect(await Promise.all([...reading, waiting])).toEqual(Array(5).fill('page'));
  });
});
