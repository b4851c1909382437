/**
 * Runs one benchmark: `run-one.mjs FILE OPTIONS`. Each benchmark has its own process, so that its
 * heap or an uncaught error cannot affect the next benchmark. The parent process gets `{ table,
 * figures, targets }`.
 */
import { endSessions, withSession } from './session.mjs';

const [file, options] = process.argv.slice(2);
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.on(signal, () => end(130));
process.on('uncaughtException', fail);

const { run } = await import(file);
await withSession(JSON.parse(options), run).then(send, fail);

function fail(error) {
  if (!isEnding) send({ failure: error.stack ?? String(error) }, 1);
}

function send(message, code = 0) {
  if (!isEnding) process.send(message, () => end(code));
}

function end(code) {
  if (isEnding) return;
  isEnding = true; // later errors come from the services that are being stopped
  void endSessions().finally(() => process.exit(code));
}
