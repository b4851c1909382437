import { CommandGate } from './command-gate.js';
import { ForegroundWork } from './foreground-work.js';

function lookUpsWithLimit(atOnce: number) {
  const { read } = new CommandGate(new ForegroundWork(), atOnce).with(undefined);
  const context = { deadline: Date.now() + 600_000 };
  return <T>(workspaceId: string, work: () => Promise<T>): Promise<T> =>
    read(work)({ context: { ...context, workspaceId } });
}

describe('CommandGate', () => {
  it('lets look-ups wait only for look-ups of the same workspace', async () => {
    const run = lookUpsWithLimit(2);
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const begin = (workspaceId: string, name: string): Promise<string> =>
      run(workspaceId, async () => {
        running.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
        return name;
      });
    const all = [begin('a', 'a1'), begin('a', 'a2'), begin('a', 'a3'), begin('b', 'b1')];
    await new Promise(setImmediate);
    expect(running).toEqual(['a1', 'a2', 'b1']);
    ends.shift()?.();
    await expect(all[0]).resolves.toBe('a1');
    await new Promise(setImmediate);
    expect(running).toEqual(['a1', 'a2', 'b1', 'a3']);
    for (const end of ends.splice(0)) end();
    await expect(Promise.all(all)).resolves.toEqual(['a1', 'a2', 'a3', 'b1']);
  });

  it('starts the next look-up after a failed one', async () => {
    const run = lookUpsWithLimit(1);
    const fails = run('a', () => Promise.reject(new Error('slow')));
    const next = run('a', () => Promise.resolve('done'));
    await expect(fails).rejects.toThrow('slow');
    await expect(next).resolves.toBe('done');
    await expect(run('a', () => Promise.resolve('again'))).resolves.toBe('again');
  });
});
