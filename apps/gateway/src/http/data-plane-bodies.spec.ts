import { DataPlaneBodies } from './data-plane-bodies.js';

describe('DataPlaneBodies', () => {
  const { signal } = new AbortController();

  /** Whether it is let in without waiting. */
  async function isIn(bodies: DataPlaneBodies, owner: string, pieces: number): Promise<boolean> {
    let entered = false;
    void bodies.enter(owner, pieces, signal).then(() => (entered = true));
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    return entered;
  }

  it('keeps large ones waiting, one of each owner, and small ones go on', async () => {
    const bodies = new DataPlaneBodies(128, 32); // two large ones at once
    const leave = await bodies.enter('a', 32, signal);
    expect(await isIn(bodies, 'a', 8)).toBe(false);
    expect(await isIn(bodies, 'b', 8)).toBe(true);
    const waits = bodies.enter('c', 8, signal);
    for (const owner of ['a', 'b', 'c']) expect(await isIn(bodies, owner, 1)).toBe(true);
    leave();
    await waits;
  });

  it('leaves room for the small ones of others', async () => {
    const bodies = new DataPlaneBodies(128, 32);
    const entered = await Promise.all(Array.from({ length: 20 }, () => isIn(bodies, 'a', 1)));
    expect(entered.filter(Boolean)).toHaveLength(16);
    expect(await isIn(bodies, 'b', 1)).toBe(true);
  });

  it('forgets who leaves before their turn', async () => {
    const bodies = new DataPlaneBodies(2, 32);
    const leave = await bodies.enter('a', 2, signal);
    const gone = new AbortController();
    const waiting = bodies.enter('b', 2, gone.signal);
    gone.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    leave();
    expect(await isIn(bodies, 'c', 2)).toBe(true);
  });
});
