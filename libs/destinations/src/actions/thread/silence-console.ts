/** Disables the console, because integrations print events, which must not be logged. */
export function silenceConsole(): void {
  const silent = (): void => undefined;
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const) {
    console[name] = silent;
  }
}
