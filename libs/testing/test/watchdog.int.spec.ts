import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnApp } from '../src/spawn-app.js';
import { waitFor } from '../src/wait-for.js';

const watchdog = fileURLToPath(new URL('../watchdog.mjs', import.meta.url));

describe('the watchdog', () => {
  it('ends the processes of a killed run, and removes the folder of the run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watchdog-'));
    const idle = ['-e', 'setInterval(() => undefined, 1000)'];
    const owner = spawnApp({ args: idle });
    const service = spawnApp({ args: idle });
    const entry = { pid: service.pid, commandLine: 'setInterval' };
    writeFileSync(join(folder, 'service.process.json'), JSON.stringify(entry));
    const dog = spawnApp({ args: [watchdog, String(owner.pid), folder] });

    owner.kill('SIGKILL');
    await service.exited;
    await expect(dog.exited).resolves.toMatchObject({ code: 0 });
    await waitFor(() => !existsSync(folder));
  });

  it('does not end an unrelated process that got the id of an ended process', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'watchdog-'));
    const unrelated = spawnApp({ args: ['-e', 'setInterval(() => undefined, 1000)'] });
    const entry = { pid: unrelated.pid, commandLine: 'postgres -D' };
    writeFileSync(join(folder, 'service.process.json'), JSON.stringify(entry));
    const ended = spawnApp({ args: ['-e', ''] });
    await ended.exited;

    const dog = spawnApp({ args: [watchdog, String(ended.pid), folder] });
    await dog.exited;
    unrelated.kill('SIGKILL');
    // This test sent SIGKILL. The watchdog would have sent SIGINT first.
    await expect(unrelated.exited).resolves.toMatchObject({ signal: 'SIGKILL' });
  });
});
