/**
 * Stops the cluster in order when the terminal is closed, because apps with their own process
 * groups get no SIGHUP. Without a terminal, a write to the output fails; the empty handlers keep
 * the error from crashing the process.
 */
export function endWithTerminal(): void {
  process.once('SIGHUP', () => {
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
    process.kill(process.pid, 'SIGTERM');
  });
}
