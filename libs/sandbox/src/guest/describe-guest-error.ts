import { cutToBytes } from '@lethe/contracts/bounds';
import { LIMIT_TEXTS, type Limit } from '../limits/limit-texts.js';
import type { SandboxLimits } from '../limits/sandbox-limits.js';

/** Maximum bytes of the text of an error, which must be below 4 KiB. */
export const MAX_ERROR_LENGTH = 4_000;
const MAX_STACK_LINES = 12;
const OWN_FRAME = 'lethe:sandbox';

/** Report of the guest's program about a failure. Hostile code can forge all members. */
export interface ErrorReport {
  /** Text of an error that the program of Lethe has thrown, and not the user's code. */
  readonly refused?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  /** Thrown value, if it is not an Error. */
  readonly thrown?: unknown;
  readonly kind?: unknown;
}

/**
 * Returns a text for the author of the transformation. It describes the error, and shows where in
 * the code the error occurred.
 *
 * @param limit limit that ended the run; by default, the limit that the guest's report shows
 */
export function describeGuestError(
  report: ErrorReport,
  limits: SandboxLimits,
  limit: Limit | undefined = limitOf(report),
): string {
  // The stack of an interrupted function contains wrong lines.
  const where = limit === 'time' ? [] : stackLines(asText(report.stack));
  return cutToBytes(
    [limit === undefined ? headline(report) : LIMIT_TEXTS[limit](limits), ...where].join('\n'),
    MAX_ERROR_LENGTH,
  );
}

function headline({ refused, name, message, thrown, kind }: ErrorReport): string {
  if (refused !== undefined) return asText(refused);
  if (kind === 'object' || kind === 'function') {
    return `The transformation threw ${asText(thrown)}, which is not an Error`;
  }
  if (kind === 'null' || kind === 'undefined') return `The transformation threw ${kind}`;
  if (kind !== undefined) return `The transformation threw the ${asText(kind)} ${asText(thrown)}`;
  return [asText(name) || 'Error', asText(message)].filter((part) => part !== '').join(': ');
}

/** Returns the limit that the interpreter's error means; undefined for other errors. */
function limitOf({ name, message }: ErrorReport): Limit | undefined {
  if (name === 'InternalError' && message === 'out of memory') return 'memory';
  // If the stack is full, the parsers of JSON, patterns and source code throw a SyntaxError.
  if (message === 'stack overflow' && name !== 'Error') return 'stack';
  return undefined;
}

/** Returns frames of the user's modules, and frames of the interpreter between them. */
function stackLines(stack: string): string[] {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const isUsers = frames.map((line) => !line.includes(OWN_FRAME) && !line.endsWith('(native)'));
  return frames
    .slice(0, isUsers.lastIndexOf(true) + 1)
    .filter((line) => !line.includes(OWN_FRAME))
    .slice(0, MAX_STACK_LINES);
}

function asText(value: unknown): string {
  // Replaces all control characters except tab and line feed.
  return typeof value === 'string' ? value.replace(/(?![\t\n])\p{Cc}/gu, ' ') : '';
}
