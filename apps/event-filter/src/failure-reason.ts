const MAX_CAUSES = 5;

/**
 * Returns a term that an operator can look up. It is the broker's name of the error, such as
 * `MESSAGE_TOO_LARGE`, or the name of the error class. It is never the message, because the message
 * can quote a record.
 */
export function failureReason(error: unknown): string {
  let name = typeof error as string;
  for (let e = error, depth = 0; e instanceof Error && depth < MAX_CAUSES; depth += 1) {
    const { type } = e as { type?: unknown };
    if (typeof type === 'string') return type;
    name = e.name;
    e = e.cause;
  }
  return name;
}
