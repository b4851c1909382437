import type { ClaimedJob } from '@lethe/api/deletions';
import { passesOf } from './pass.js';

const job = (jobId: string, rest: Partial<ClaimedJob> = {}): ClaimedJob => ({
  jobId,
  attempt: 0,
  users: [{ regulationId: `reg-${jobId}`, identifiers: { userId: jobId } }],
  ...rest,
});

describe('passesOf', () => {
  it('groups jobs with equal progress first, then jobs without progress, and puts accepted jobs last', () => {
    const accepted = { statusUrl: 'https://x.example/1', acceptedAt: '2030-01-01T00:00:00Z' };
    const passes = passesOf([
      job('fresh 1'),
      job('accepted', { accepted }),
      job('begun 1', { progress: { after: 'a' } }),
      job('fresh 2'),
      job('begun 2', { progress: { after: 'a' } }),
      job('further', { progress: { after: 'b' } }),
    ]);
    expect(passes.map((pass) => pass.map(({ jobId }) => jobId))).toEqual([
      ['begun 1', 'begun 2'],
      ['further'],
      ['fresh 1', 'fresh 2'],
      ['accepted'],
    ]);
    expect(passes.map(([first]) => first.progress)).toEqual([
      { after: 'a' },
      { after: 'b' },
      undefined,
      undefined,
    ]);
  });
});
