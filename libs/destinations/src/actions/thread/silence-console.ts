/** Integrations print what they work on, and events are nothing for a log. */
export function silenceConsole(): void {
  const silent = (): void => undefined;
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const) {
    console[name] = silent;
  }
}
