import { HeardPartitions } from './heard-partitions.js';

describe('HeardPartitions', () => {
  it('are all once something was heard of each, in any order', () => {
    const heard = new HeardPartitions();
    expect(heard.areAll).toBe(false);
    heard.begin([0, 1, 2]);
    for (const partition of [1, 1, 0]) heard.note(partition);
    expect(heard.areAll).toBe(false);
    heard.note(2);
    expect(heard.areAll).toBe(true);
  });

  it('are none again where the reading ends or begins anew: a broker that is away is not covered by what was heard before', () => {
    const heard = new HeardPartitions();
    heard.begin([0, 1]);
    for (const partition of [0, 1]) heard.note(partition);
    heard.end();
    expect(heard.areAll).toBe(false);
    heard.note(0);
    expect(heard.areAll).toBe(false);
    heard.begin([0, 1]);
    heard.note(0);
    expect(heard.areAll).toBe(false);
  });
});
