import { FairSlots, SlotsBusyError, type FairSlotsOptions } from './fair-slots.js';

function slotsOf(options: FairSlotsOptions) {
  const slots = new FairSlots(options);
  const entered: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (owner: string, n: number | string = '', signal?: AbortSignal): Promise<void> =>
    slots.with(owner, signal, () => {
      entered.push(`${owner}${n}`);
      return new Promise((end) => ends.set(`${owner}${n}`, end));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { slots, entered, begin, end };
}

describe('FairSlots', () => {
  it('starts one task per slot, and then the waiting tasks of an owner in sequence', async () => {
    const { entered, begin, end } = slotsOf({ slots: 2, perOwner: 2, maxWaiting: 10 });
    for (const n of [1, 2, 3, 4]) void begin('a', n);
    await new Promise(setImmediate);
    expect(entered).toEqual(['a1', 'a2']);
    await end('a2');
    await end('a1');
    expect(entered).toEqual(['a1', 'a2', 'a3', 'a4']);
  });

  it('keeps a slot free for other owners, however many calls of one owner wait', async () => {
    const { entered, begin } = slotsOf({ slots: 3, perOwner: 2, maxWaiting: 10 });
    for (const n of [1, 2, 3, 4, 5]) void begin('a', n);
    void begin('b');
    await new Promise(setImmediate);
    expect(entered).toEqual(['a1', 'a2', 'b']);
  });

  it('gives free slots to the owners in turn', async () => {
    const { entered, begin, end } = slotsOf({ slots: 1, perOwner: 1, maxWaiting: 10 });
    for (const n of [1, 2, 3]) void begin('a', n);
    for (const n of [1, 2]) void begin('b', n);
    void begin('c', 1);
    await new Promise(setImmediate);
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2']) await end(name);
    expect(entered).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('gives a free slot to the owner that has the fewest slots', async () => {
    const { entered, begin, end } = slotsOf({ slots: 3, perOwner: 3, maxWaiting: 10 });
    for (const n of [1, 2, 3, 4]) void begin('a', n);
    void begin('b');
    await new Promise(setImmediate);
    await end('a1');
    expect(entered).toEqual(['a1', 'a2', 'a3', 'b']);
  });

  it('refuses only calls of the owner whose queue is full', async () => {
    const { begin, end, entered } = slotsOf({ slots: 1, perOwner: 1, maxWaiting: 1 });
    void begin('a', 1);
    void begin('a', 2);
    await expect(begin('a', 3)).rejects.toBeInstanceOf(SlotsBusyError);
    void begin('b', 1);
    for (const name of ['a1', 'b1']) await end(name);
    expect(entered).toEqual(['a1', 'b1', 'a2']);
  });

  it('frees its slots after work that fails, and after refused calls', async () => {
    const { slots } = slotsOf({ slots: 1, perOwner: 1, maxWaiting: 0 });
    for (let n = 0; n < 3; n += 1) {
      const broken = slots.with('a', undefined, () => Promise.reject(new Error('broken')));
      await expect(slots.with('a', undefined, () => Promise.resolve())).rejects.toBeInstanceOf(
        SlotsBusyError,
      );
      await expect(broken).rejects.toThrow('broken');
    }
    await expect(slots.with('b', undefined, () => Promise.resolve('done'))).resolves.toBe('done');
  });

  it('drops a waiting call when its signal aborts', async () => {
    const { begin, end, entered } = slotsOf({ slots: 1, perOwner: 1, maxWaiting: 1 });
    void begin('a', 1);
    const ending = new AbortController();
    const impatient = begin('a', 2, ending.signal);
    ending.abort(new Error('enough'));
    await expect(impatient).rejects.toThrow('enough');
    void begin('a', 3);
    await end('a1');
    expect(entered).toEqual(['a1', 'a3']);
  });

  it('refuses all waiting calls when it is cleared', async () => {
    const { slots, begin } = slotsOf({ slots: 1, perOwner: 1, maxWaiting: 5 });
    void begin('a', 1);
    const waiting = Promise.allSettled([begin('a', 2), begin('b', 1)]);
    slots.clear(new Error('closed'));
    expect(await waiting).toMatchObject([
      { reason: { message: 'closed' } },
      { reason: { message: 'closed' } },
    ]);
  });
});
