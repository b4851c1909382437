/**
 * Closing the terminal ends the process in the same order as Ctrl-C. What is started here has
 * process groups of its own and would not hear of it. Nobody reads what is printed from then on.
 */
export function endWithTerminal(): void {
  process.once('SIGHUP', () => {
    process.stdout.on('error', () => undefined);
    process.stderr.on('error', () => undefined);
    process.kill(process.pid, 'SIGTERM');
  });
}
