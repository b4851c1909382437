import { fakeExchange } from '../../test/fake-exchange.js';
import { FeedPages } from './feed-pages.js';

const pages = new FeedPages({ hold: (_request, wait) => wait() });
const inTime = () => Date.now() + 3_600_000;

describe('pages of the feed', () => {
  const read = (workspace: string, dataPlaneId: string, deadline: number, page: Promise<string>) =>
    pages.read(fakeExchange(workspace), { dataPlaneId, deadline }, () => page);

  it('are read four at a time for a data plane; one that waits gives up at its deadline, and others have theirs', async () => {
    let letGo!: (page: string) => void;
    const held = new Promise<string>((resolve) => (letGo = resolve));
    const reading = Array.from({ length: 4 }, () => read('a', 'plane-a', inTime(), held));
    await expect(read('a', 'plane-a', Date.now() + 20, held)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(await read('b', 'plane-b', inTime(), Promise.resolve('page of b'))).toBe('page of b');
    const waiting = read('a', 'plane-a', inTime(), held);
    letGo('page');
    expect(await Promise.all([...reading, waiting])).toEqual(Array(5).fill('page'));
  });
});
