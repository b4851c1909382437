import { asObject, jsonOf } from '@lethe/contracts';
/** What a line of an app's log says, as far as it matters here. */
interface LogLine {
  readonly level?: unknown;
  readonly msg?: unknown;
  readonly code?: unknown;
  readonly kafka?: unknown;
}

/**
 * The lines that apps write while the cluster starts. They come up at once, each before what it needs, so a healthy start has warnings that
 * another attempt settles. They are held back, and printed only if the start fails.
 */
export class StartLog {
  private held: string[] | undefined = [];

  constructor(private readonly print: (line: string) => void) {}

  /** @param name of the app that has written the line */
  add(name: string, line: string): void {
    const shown = `${name.padEnd(14)} | ${line}`;
    if (this.held !== undefined && isPassing(line)) this.held.push(shown);
    else this.print(shown);
  }

  /** From here on every line is printed at once. */
  hasStarted(): void {
    this.held = undefined;
  }

  /** Prints what was held back. */
  hasFailed(): void {
    const lines = this.held ?? [];
    this.held = undefined;
    for (const line of lines) this.print(line);
  }
}

/** A warning of Kafka's client, of a command that came too early, or of something that the app tries again. */
function isPassing(line: string): boolean {
  const { level, msg, code, kafka } = asObject(jsonOf(line)) as LogLine;
  if (level !== 'warn') return false;
  return (
    kafka !== undefined || code === 'unavailable' || /\b(?:trying again|waiting)$/.test(String(msg))
  );
}
