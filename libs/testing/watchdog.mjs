/**
 * Ends the processes of a test run after the run, even if Jest was killed. Exit handlers of Jest
 * workers are not used, because they are not reliable. The file is JavaScript without dependencies,
 * so that tests need no build.
 *
 * usage: node watchdog.mjs OWNER_PID FOLDER
 *
 * For each process, the folder has a file `<name>.process.json` with `{ pid, commandLine }`.
 */
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

const [owner, folder] = [Number(process.argv[2]), process.argv[3]];
const POLL_MS = 250;
const GRACE_MS = 5_000;

while (runs(owner, '')) await delay(POLL_MS);
await Promise.all(startedProcesses().map(end));
rmSync(folder, { recursive: true, force: true, maxRetries: 10 });

function startedProcesses() {
  const files = readdirSync(folder).filter((name) => name.endsWith('.process.json'));
  return files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

async function end({ pid, commandLine }) {
  for (const signal of ['SIGINT', 'SIGKILL']) {
    if (!runs(pid, commandLine)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + GRACE_MS;
    while (runs(pid, commandLine) && Date.now() < deadline) await delay(50);
  }
}

/**
 * Returns whether the process runs. On Linux, this also checks its command line, because zombies
 * keep their ids and systems reuse ids.
 */
function runs(pid, text) {
  try {
    process.kill(pid, 0);
    if (process.platform !== 'linux') return true;
    const commandLine = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8');
    return commandLine !== '' && commandLine.includes(text);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
