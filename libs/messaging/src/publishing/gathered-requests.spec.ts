import { GatheredRequests } from './gathered-requests.js';

/** A broker whose commits end when the test says so. */
function slowBroker() {
  const requests: { offsets: [number, string][]; end: () => void; fail: (e: Error) => void }[] = [];
  const commit = (offsets: ReadonlyMap<number, string>): Promise<void> => {
    return new Promise((end, fail) => requests.push({ offsets: [...offsets], end, fail }));
  };
  const commits = new GatheredRequests(() => new Map<number, string>(), commit);
  const add = (partition: number, offset: string): Promise<void> =>
    commits.add((offsets) => offsets.set(partition, offset));
  return { requests, commits: { add } };
}

const turn = (): Promise<void> => new Promise(setImmediate);

describe('GatheredRequests', () => {
  it('sends what comes during a commit with the next one, the latest offset of each partition', async () => {
    const { requests, commits } = slowBroker();
    const first = commits.add(0, '1');
    await turn();
    const later = [commits.add(0, '2'), commits.add(1, '7'), commits.add(0, '3')];
    await turn();
    expect(requests.map(({ offsets }) => offsets)).toEqual([[[0, '1']]]);
    requests[0]!.end();
    await first;
    await turn();
    expect(requests[1]!.offsets).toEqual([
      [0, '3'],
      [1, '7'],
    ]);
    requests[1]!.end();
    await Promise.all(later);
    expect(requests).toHaveLength(2);
  });

  it('tells everyone in a request that failed, and goes on with the next', async () => {
    const { requests, commits } = slowBroker();
    const lost = [commits.add(0, '1'), commits.add(1, '1')];
    await turn();
    const next = commits.add(0, '2');
    requests[0]!.fail(new Error('rebalance'));
    for (const outcome of await Promise.allSettled(lost)) expect(outcome.status).toBe('rejected');
    await turn();
    requests[1]!.end();
    await expect(next).resolves.toBeUndefined();
  });
});
