import { setImmediate as turn } from 'node:timers/promises';
import { endOfTurn } from './end-of-turn.js';

/** Waits for a number of answers. @returns the answers that have been written so far */
function wait(count: number): readonly number[] {
  const written: number[] = [];
  for (let one = 0; one < count; one += 1) {
    void endOfTurn().then(() => {
      written.push(one);
    });
  }
  return written;
}

describe('endOfTurn', () => {
  it('writes all answers of a turn together, in their sequence', async () => {
    const written = wait(5);
    await Promise.resolve();
    expect(written).toEqual([]);
    await turn();
    expect(written).toEqual([0, 1, 2, 3, 4]);
  });

  it('lets at most 16 answers wait, so that they do not keep all request permits', async () => {
    const written = wait(40);
    await Promise.resolve();
    expect(written).toHaveLength(32);
    const next = wait(15);
    await Promise.resolve();
    expect([written.length, next.length]).toEqual([40, 8]); // 8 waited before
    await turn();
    expect(next).toHaveLength(15);
  });

  it('waits again in the next turn', async () => {
    wait(20);
    await turn();
    const written = wait(1);
    await Promise.resolve();
    expect(written).toEqual([]);
    await turn();
    expect(written).toEqual([0]);
  });
});
