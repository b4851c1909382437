/**
 * Stops the cluster in order when the terminal is closed, because apps with their own process
 * groups get no SIGHUP. Nothing reads the output any more, so writing must not fail.
 */
export function endWithTerminal(): void {
  process.once('SIGHUP', () => {
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
    process.kill(process.pid, 'SIGTERM');
  });
}
