import type { DeletionAttemptDto } from '@lethe/api/deletions';
import { KEPT_ATTEMPTS, withAttempt, type EndedAttempt } from './with-attempt.js';

const at = (n: number) => new Date(Date.UTC(2026, 10, 21) + n * 60_000).toISOString();
/** Returns the history of a job after these attempts, one per minute. */
const historyOf = (attempts: readonly EndedAttempt[]) =>
  attempts.reduce<readonly DeletionAttemptDto[]>((history, attempt, n) => {
    const { earlier, last } = withAttempt(history, attempt);
    return [...earlier, { ...last, at: at(n) }];
  }, []);
const failed = (reason: string): EndedAttempt => ({ outcome: 'failed', worker: 'lethe', reason });
const accepted: EndedAttempt = { outcome: 'accepted', worker: 'lethe' };

describe('withAttempt', () => {
  it('appends each failed or complete attempt as a new entry', () => {
    expect(historyOf([failed('a'), failed('a'), { outcome: 'complete', worker: 'lethe' }])).toEqual(
      [
        { ...failed('a'), at: at(0) },
        { ...failed('a'), at: at(1) },
        { outcome: 'complete', worker: 'lethe', at: at(2) },
      ],
    );
  });

  it('merges consecutive equal attempts, and keeps the first and the last time', () => {
    const away: EndedAttempt = { outcome: 'delayed', worker: 'lethe', reason: 'Status 503.' };
    const history = historyOf([accepted, accepted, accepted, away, away, accepted]);
    expect(history).toEqual([
      { ...accepted, at: at(2), times: 3, since: at(0) },
      { ...away, at: at(4), times: 2, since: at(3) },
      { ...accepted, at: at(5) },
    ]);
  });

  it('does not merge attempts that differ in worker or reason', () => {
    const limited = (change: Partial<EndedAttempt>): EndedAttempt => ({
      ...{ outcome: 'delayed', worker: 'lethe', reason: 'Status 429.' },
      ...change,
    });
    const all = [
      limited({}),
      limited({ reason: 'Status 503.' }),
      limited({ worker: 'data_plane' }),
    ];
    expect(historyOf(all)).toHaveLength(3);
  });

  it('keeps the first entry and the newest entries, and counts the omitted attempts', () => {
    const all = Array.from({ length: 30 }, (_, n) => failed(String(n)));
    const history = historyOf(all);
    expect(history).toHaveLength(KEPT_ATTEMPTS);
    expect(history.map(({ reason }) => reason)).toEqual([
      '0',
      ...Array.from({ length: KEPT_ATTEMPTS - 1 }, (_, n) => String(n + 11)),
    ]);
    expect(history.map(({ omittedBefore }) => omittedBefore).filter(Boolean)).toEqual([10]);
    expect(history[1]?.omittedBefore).toBe(10);
  });

  it('counts all attempts of a merged entry that was omitted', () => {
    const many = Array.from({ length: 7 }, () => accepted);
    const history = historyOf([
      failed('first'),
      ...many,
      ...Array.from({ length: 19 }, (_, n) => failed(String(n))),
    ]);
    expect(history.slice(0, 2)).toMatchObject([
      { reason: 'first' },
      { reason: '0', omittedBefore: 7 },
    ]);
  });
});
