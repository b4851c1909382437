/**
 * Loaded into each app before its own code: ends it in order when the process that started it is
 * gone, also when that was killed. Apps have process groups of their own and would run on.
 */
import process from 'node:process';

process.channel?.unref();
process.once('disconnect', () => {
  // Nobody reads what is printed from now on.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  process.kill(process.pid, 'SIGTERM');
});
