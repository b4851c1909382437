import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnApp } from '../src/spawn-app.js';
import { waitFor } from '../src/wait-for.js';

const watchdog = fileURLToPath(new URL('../watchdog.mjs', import.meta.url));

describe('the watchdog', () => {
  it('ends what a killed run left behind, and removes its folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watchdog-'));
    const idle = ['-e', 'setInterval(() => undefined, 1000)'];
    const owner = spawn(process.execPath, idle);
    const service = spawn(process.execPath, idle);
    const entry = { pid: service.pid, commandLine: 'setInterval' };
    writeFileSync(join(folder, 'service.process.json'), JSON.stringify(entry));
    const dog = spawnApp({ args: [watchdog, String(owner.pid), folder] });

    const serviceEnd = new Promise((resolve) => service.once('exit', resolve));
    owner.kill('SIGKILL');
    await serviceEnd;
    await expect(dog.exited).resolves.toMatchObject({ code: 0 });
    await waitFor(() => !existsSync(folder));
  });

  it('leaves a stranger alone that got the number of an ended process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watchdog-'));
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    const entry = { pid: stranger.pid, commandLine: 'postgres -D' };
    writeFileSync(join(folder, 'service.process.json'), JSON.stringify(entry));
    const ended = spawnApp({ args: ['-e', ''] });
    await ended.exited;

    const dog = spawnApp({ args: [watchdog, String(ended.pid), folder] });
    await dog.exited;
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    stranger.kill('SIGKILL');
  });
});
