import { WorkspaceConcurrency } from './workspace-concurrency.js';

describe('WorkspaceConcurrency', () => {
  it('lets one workspace wait for itself, and for nobody else', async () => {
    const turns = new WorkspaceConcurrency(2);
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const begin = (workspaceId: string, name: string): Promise<string> =>
      turns.run(workspaceId, async () => {
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

  it('hands a turn on also after a failure', async () => {
    const turns = new WorkspaceConcurrency(1);
    const fails = turns.run('a', () => Promise.reject(new Error('slow')));
    const next = turns.run('a', () => Promise.resolve('done'));
    await expect(fails).rejects.toThrow('slow');
    await expect(next).resolves.toBe('done');
    await expect(turns.run('a', () => Promise.resolve('again'))).resolves.toBe('again');
  });
});
