/**
 * Closing the terminal ends the process in the same order as Ctrl-C. The parts of the cluster have
 * process groups of their own, and do not get the terminal's SIGHUP. From then on nobody reads the
 * output, and writing it must not fail.
 */
export function endWithTerminal(): void {
  process.once('SIGHUP', () => {
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
    process.kill(process.pid, 'SIGTERM');
  });
}
