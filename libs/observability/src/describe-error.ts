export interface ErrorDescription {
  readonly name: string;
  readonly code?: string;
  readonly constraint?: string;
  /** Stack frames without the message line. */
  readonly at?: readonly string[];
  readonly cause?: ErrorDescription;
}

const MAX_FRAMES = 6;

/**
 * Reduces an error to name, code, constraint and stack frames. The message is dropped, because
 * drivers and parsers quote their input in it (rows, JSON, host names).
 *
 * @param error any thrown value
 * @param depth maximum number of causes to follow
 */
export function describeError(error: unknown, depth = 3): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const frames = framesOf(error);
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(frames.length === 0 ? {} : { at: frames }),
    ...(error.cause === undefined || depth === 0
      ? {}
      : { cause: describeError(error.cause, depth - 1) }),
  };
}

function framesOf(error: Error): string[] {
  return (error.stack ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .+:\d+:\d+\)?$/.test(line))
    .slice(0, MAX_FRAMES);
}
