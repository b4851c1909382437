/**
 * Preloaded into each app. Stops the app in order when its parent process ends, even by SIGKILL.
 * Without this module the app would continue, because it has its own process group.
 */
import process from 'node:process';

process.channel?.unref();
process.once('disconnect', () => {
  // Nothing reads the output any more, so writing must not fail.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  process.kill(process.pid, 'SIGTERM');
});
