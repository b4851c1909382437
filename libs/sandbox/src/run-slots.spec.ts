import { RunSlots, SandboxBusyError } from './run-slots.js';

describe('RunSlots', () => {
  it('lets in as many as there are slots, and the rest in their order', async () => {
    const slots = new RunSlots(2, 10);
    const entered: number[] = [];
    const enter = (n: number) => slots.enter().then(() => entered.push(n));
    await Promise.all([enter(1), enter(2)]);
    const waiting = [enter(3), enter(4)];
    expect(entered).toEqual([1, 2]);
    slots.leave();
    await waiting[0];
    expect(entered).toEqual([1, 2, 3]);
    slots.leave();
    await waiting[1];
    expect(entered).toEqual([1, 2, 3, 4]);
  });

  it('has its slots back after a queue', async () => {
    const slots = new RunSlots(1, 0);
    await slots.enter();
    await expect(slots.enter()).rejects.toThrow(SandboxBusyError);
    slots.leave();
    await slots.enter();
    await expect(slots.enter()).rejects.toThrow(SandboxBusyError);
  });

  it('forgets who gave up', async () => {
    const slots = new RunSlots(1, 1);
    await slots.enter();
    const ending = new AbortController();
    const impatient = slots.enter(ending.signal);
    ending.abort(new Error('enough'));
    await expect(impatient).rejects.toThrow('enough');
    const next = slots.enter();
    slots.leave();
    await next;
  });

  it('refuses all that wait', async () => {
    const slots = new RunSlots(1, 5);
    await slots.enter();
    const waiting = Promise.allSettled([slots.enter(), slots.enter()]);
    slots.clear(new Error('closed'));
    expect(await waiting).toMatchObject([
      { reason: { message: 'closed' } },
      { reason: { message: 'closed' } },
    ]);
  });
});
