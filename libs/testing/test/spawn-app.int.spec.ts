import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnApp } from '../src/spawn-app.js';

describe('spawnApp', () => {
  const folder = mkdtempSync(join(tmpdir(), 'spawn-app-'));
  const script = join(folder, 'app.mjs');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  function start(code: string, env: Record<string, string> = {}) {
    writeFileSync(script, code);
    return spawnApp({ args: [script], env });
  }

  it('finds lines on both streams, and sets only the given environment variables', async () => {
    const app = start(
      "console.error('warming up'); console.log('up', process.env.NAME, process.env.NODE_ENV);",
      { NAME: 'one' },
    );
    await app.waitForLine(/warming/);
    const [, name, nodeEnv] = await app.waitForLine(/up (\w+) (\w+)/);
    expect([name, nodeEnv]).toEqual(['one', 'undefined']);
    await expect(app.exited).resolves.toEqual({ code: 0, signal: null });
  });

  it('fails with the output if the process ends without the line', async () => {
    const app = start("console.log('only this'); process.exitCode = 3;");
    await expect(app.waitForLine(/never/)).rejects.toThrow(/only this/);
    await expect(app.exited).resolves.toMatchObject({ code: 3 });
  });

  it('kills and stops a process', async () => {
    const code = "setInterval(() => undefined, 1000); console.log('ready');";
    const killed = start(code);
    await killed.waitForLine(/ready/);
    killed.kill('SIGKILL');
    await expect(killed.exited).resolves.toEqual({ code: null, signal: 'SIGKILL' });

    const stopped = start(code);
    await stopped.waitForLine(/ready/);
    await expect(stopped.stop()).resolves.toEqual({ code: null, signal: 'SIGTERM' });
  });
});
