import type { FetchedBatch } from '../kafkajs/fetched-batch.js';
import { Membership, MembershipOverError } from './membership.js';

/** A batch of a consumer whose commits end when the test says so. */
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

const turns = async (): Promise<void> => {
  for (let n = 0; n < 3; n += 1) await new Promise(setImmediate);
};

describe('Membership', () => {
  it('sends nothing for what was taken before the group was joined anew', async () => {
    const { payload, sent, ends } = batchOf(0);
    const membership = new Membership('t', [0]);
    const first = membership.take(payload, '1');
    await turns();
    const second = membership.take(payload, '2');
    membership.end();
    ends[0]!(new Error('ILLEGAL_GENERATION'));
    await expect(first).rejects.toThrow('ILLEGAL_GENERATION');
    await expect(second).rejects.toBeInstanceOf(MembershipOverError);
    expect(sent).toEqual([
      { topics: [{ topic: 't', partitions: [{ partition: 0, offset: '1' }] }] },
    ]);
  });

  it('is over for a commit that is asked for in the turn in which the group is joined anew', async () => {
    const { payload, sent } = batchOf(0);
    const membership = new Membership('t', [0]);
    const taken = membership.take(payload, '1');
    await Promise.resolve();
    membership.end();
    await expect(taken).rejects.toBeInstanceOf(MembershipOverError);
    expect(sent).toEqual([]);
  });

  it('is settled once the commits that were asked for have ended, failed ones too', async () => {
    const { payload, ends } = batchOf(0);
    const membership = new Membership('t', [0]);
    membership.take(payload, '1').catch(() => undefined);
    await turns();
    membership.take(payload, '2').catch(() => undefined);
    let isSettled = false;
    const settled = membership.settled().then(() => (isSettled = true));
    ends[0]!(new Error('refused'));
    await turns();
    expect(isSettled).toBe(false);
    ends[1]!();
    await settled;
  });

  it('knows a batch of a partition that it was not given', () => {
    const membership = new Membership('t', [1, 2]);
    expect(membership.owns(batchOf(2).payload)).toBe(true);
    expect(membership.owns(batchOf(0).payload)).toBe(false);
  });
});
