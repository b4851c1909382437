import { asObject, jsonOf } from '@lethe/contracts';
/** The relevant members of a log line. */
interface LogLine {
  readonly level?: unknown;
  readonly msg?: unknown;
  readonly code?: unknown;
  readonly kafka?: unknown;
}

/**
 * Prints log lines during the start. All apps start at the same time, so even a healthy start logs
 * temporary warnings. These warnings are printed only if the start fails.
 */
export class StartLog {
  private delayed: string[] | undefined = [];

  constructor(private readonly print: (line: string) => void) {}

  /** @param name of the app */
  add(name: string, line: string): void {
    const shown = `${name.padEnd(14)} | ${line}`;
    if (this.delayed !== undefined && isPassing(line)) this.delayed.push(shown);
    else this.print(shown);
  }

  /** Drops the delayed lines, and prints every later line immediately. */
  hasStarted(): void {
    this.delayed = undefined;
  }

  /** Prints the delayed lines. */
  hasFailed(): void {
    const lines = this.delayed ?? [];
    this.delayed = undefined;
    for (const line of lines) this.print(line);
  }
}

/**
 * Returns true if a line reports a temporary problem. Such a line is a warning of the Kafka client,
 * a command that was sent too early, or a retry.
 */
function isPassing(line: string): boolean {
  const { level, msg, code, kafka } = asObject(jsonOf(line)) as LogLine;
  if (level !== 'warn') return false;
  return (
    kafka !== undefined || code === 'unavailable' || /\b(?:trying again|waiting)$/.test(String(msg))
  );
}
