import { SharedQuota } from './shared-quota.js';

function fill(quota: SharedQuota, owner: string, pieces = 1): number {
  let sum = 0;
  while (quota.enter(owner, pieces)) sum += 1;
  return sum;
}

describe('SharedQuota', () => {
  it('limits each owner, but lets its first request take all free pieces', () => {
    const quota = new SharedQuota({ all: 100, perOwner: 10 });
    expect(fill(quota, 'a')).toBe(10);
    expect(quota.enter('b', 91)).toBe(false);
    expect(quota.enter('b', 90)).toBe(true);
    quota.leave('b', 90);
    expect(fill(quota, 'b')).toBe(10);
  });

  it('keeps pieces free while few owners take as many as they can', () => {
    const quota = new SharedQuota({ all: 100, perOwner: 60 });
    expect(['a', 'b', 'c'].map((owner) => fill(quota, owner))).toEqual([60, 30, 7]);
    expect(quota.enter('newcomer', 3)).toBe(true);
  });

  it('limits all owners together, including their first requests', () => {
    const quota = new SharedQuota({ all: 100, perOwner: 10 });
    const letIn = Array.from({ length: 200 }, (_, n) => quota.enter(`owner ${n}`, 1));
    expect(letIn.filter(Boolean)).toHaveLength(100);
    quota.leave('owner 0', 1);
    expect(quota.enter('another', 1)).toBe(true);
  });

  it('admits a request that is larger than the limit only when nothing else is taken', () => {
    const quota = new SharedQuota({ all: 4, perOwner: 4 });
    expect(quota.enter('a', 32)).toBe(true);
    expect(quota.enter('b', 1)).toBe(false);
    quota.leave('a', 32);
    expect(quota.enter('b', 1)).toBe(true);
    expect(quota.enter('a', 32)).toBe(false);
  });

  it('treats a growing request like a request that has its final size from the start', () => {
    const quota = new SharedQuota({ all: 100, perOwner: 4 });
    expect(quota.enter('a', 1)).toBe(true);
    for (let had = 1; had < 32; had += 1) expect(quota.enter('a', 1, had)).toBe(true);
    expect(quota.enter('a', 1)).toBe(false);
    expect(fill(quota, 'b')).toBe(4);
    expect(quota.enter('b', 1, 1)).toBe(false);
    quota.leave('a', 32);
    quota.leave('b', 4);
    expect(quota.enter('c', 100)).toBe(true);
  });
});
