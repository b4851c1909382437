import { GatheredRequests } from './gathered-requests.js';

/** Returns a fake broker. The test decides when each commit ends. */
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

const runPending = (): Promise<void> => new Promise(setImmediate);

describe('GatheredRequests', () => {
  it('combines the offsets that arrive during a commit into one commit of the latest offsets', async () => {
    const { requests, commits } = slowBroker();
    const first = commits.add(0, '1');
    await runPending();
    const later = [commits.add(0, '2'), commits.add(1, '7'), commits.add(0, '3')];
    await runPending();
    expect(requests.map(({ offsets }) => offsets)).toEqual([[[0, '1']]]);
    requests[0]!.end();
    await first;
    await runPending();
    expect(requests[1]!.offsets).toEqual([
      [0, '3'],
      [1, '7'],
    ]);
    requests[1]!.end();
    await Promise.all(later);
    expect(requests).toHaveLength(2);
  });

  it('rejects all calls of a failed request, and continues with the next request', async () => {
    const { requests, commits } = slowBroker();
    const lost = [commits.add(0, '1'), commits.add(1, '1')];
    await runPending();
    const next = commits.add(0, '2');
    requests[0]!.fail(new Error('rebalance'));
    for (const outcome of await Promise.allSettled(lost)) expect(outcome.status).toBe('rejected');
    await runPending();
    requests[1]!.end();
    await expect(next).resolves.toBeUndefined();
  });
});
