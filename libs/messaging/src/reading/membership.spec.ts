import type { FetchedBatch } from '../kafkajs/fetched-batch.js';
import { Membership, MembershipOverError } from './membership.js';

/** Returns a batch of a fake consumer. The test decides when each commit ends. */
function batchOf(partition: number) {
  const sent: unknown[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const commitOffsetsIfNecessary = (offsets: unknown): Promise<void> => {
    sent.push(offsets);
    return new Promise((done, failed) => {
      ends.push((error) => {
        if (error === undefined) done();
        else failed(error);
      });
    });
  };
  const payload = { batch: { partition }, commitOffsetsIfNecessary } as unknown;
  return { payload: payload as FetchedBatch, sent, ends };
}

const runPending = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await new Promise(setImmediate);
};

describe('Membership', () => {
  it('commits no offset after the end of the membership', async () => {
    const { payload, sent, ends } = batchOf(0);
    const membership = new Membership('t', [0]);
    const first = membership.take(payload, '1');
    await runPending();
    const second = membership.take(payload, '2');
    membership.end();
    ends[0]!(new Error('ILLEGAL_GENERATION'));
    await expect(first).rejects.toThrow('ILLEGAL_GENERATION');
    await expect(second).rejects.toBeInstanceOf(MembershipOverError);
    expect(sent).toEqual([
      { topics: [{ topic: 't', partitions: [{ partition: 0, offset: '1' }] }] },
    ]);
  });

  it('rejects a commit that was requested just before the rejoin', async () => {
    const { payload, sent } = batchOf(0);
    const membership = new Membership('t', [0]);
    const taken = membership.take(payload, '1');
    await Promise.resolve();
    membership.end();
    await expect(taken).rejects.toBeInstanceOf(MembershipOverError);
    expect(sent).toEqual([]);
  });

  it('resolves `settled` after all requested commits have ended, even failed commits', async () => {
    const { payload, ends } = batchOf(0);
    const membership = new Membership('t', [0]);
    membership.take(payload, '1').catch(() => undefined);
    await runPending();
    membership.take(payload, '2').catch(() => undefined);
    let isSettled = false;
    const settled = membership.settled().then(() => (isSettled = true));
    ends[0]!(new Error('refused'));
    await runPending();
    expect(isSettled).toBe(false);
    ends[1]!();
    await settled;
  });

  it('owns only batches of assigned partitions', () => {
    const membership = new Membership('t', [1, 2]);
    expect(membership.owns(batchOf(2).payload)).toBe(true);
    expect(membership.owns(batchOf(0).payload)).toBe(false);
  });
});
