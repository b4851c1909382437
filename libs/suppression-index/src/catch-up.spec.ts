import { CatchUp } from './catch-up.js';

const progress = (position: number, lastStableOffset: number, end: number) => ({
  position,
  lastStableOffset,
  end,
});

describe('CatchUp', () => {
  it('waits for the progress of every partition', () => {
    const catchUp = new CatchUp([0, 1], 1_000);
    catchUp.note(0, progress(0, 0, 0), 0);
    expect([catchUp.isDone(0), catchUp.lag]).toEqual([false, undefined]);
    catchUp.note(1, progress(0, 0, 0), 0);
    expect([catchUp.isDone(0), catchUp.lag]).toEqual([true, 0]);
  });

  it('is done at the end that was reported first, even if later records exist by then', () => {
    const catchUp = new CatchUp([0], 1_000);
    catchUp.note(0, progress(0, 10, 10), 0);
    expect(catchUp.isDone(0)).toBe(false);
    catchUp.note(0, progress(9, 50, 50), 0);
    expect(catchUp.isDone(0)).toBe(false);
    catchUp.note(0, progress(10, 50, 50), 0);
    expect([catchUp.isDone(0), catchUp.lag]).toEqual([true, 40]);
  });

  it('waits at an open transaction for a limited time', () => {
    const catchUp = new CatchUp([0], 1_000);
    catchUp.note(0, progress(4, 4, 10), 100);
    expect([catchUp.isDone(1_099), catchUp.waiting]).toEqual([false, [0]]);
    expect(catchUp.isDone(1_100)).toBe(true);
  });

  it('restarts the wait at the next open transaction', () => {
    const catchUp = new CatchUp([0], 1_000);
    catchUp.note(0, progress(4, 4, 10), 0);
    catchUp.note(0, progress(6, 6, 10), 900);
    expect(catchUp.isDone(1_000)).toBe(false);
    catchUp.note(0, progress(6, 6, 10), 1_800);
    expect(catchUp.isDone(1_899)).toBe(false);
    expect(catchUp.isDone(1_900)).toBe(true);
  });

  it('begins the wait only when all records before the transaction are read', () => {
    const catchUp = new CatchUp([0], 1_000);
    catchUp.note(0, progress(4, 4, 10), 0);
    catchUp.note(0, progress(4, 8, 10), 900);
    catchUp.note(0, progress(8, 8, 10), 950);
    expect(catchUp.isDone(1_900)).toBe(false);
    expect(catchUp.isDone(1_950)).toBe(true);
  });
});
