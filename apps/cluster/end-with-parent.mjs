/**
 * Preloaded into each app. Stops the app in order when its parent process ends, even by SIGKILL.
 * Without this module the app would keep running, because it has its own process group.
 */
import process from 'node:process';

process.channel?.unref();
process.once('disconnect', () => {
  // The reader of the output is gone. A failed write must not crash the app.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  process.kill(process.pid, 'SIGTERM');
});
