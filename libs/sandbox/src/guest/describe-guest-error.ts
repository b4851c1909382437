import { cutToBytes } from '@lethe/contracts/bounds';
import { LIMIT_TEXTS, type Limit } from '../limits/limit-texts.js';
import type { SandboxLimits } from '../limits/sandbox-limits.js';

/** Bytes of an error's text, just below 4 KiB. */
export const MAX_ERROR_LENGTH = 4_000;
const MAX_STACK_LINES = 12;
const OWN_FRAME = 'lethe:sandbox';

/** What the guest's program says about a failure. All of it may be forged. */
export interface ErrorReport {
  /** The program's own words. */
  readonly refused?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  /** What was thrown, when it was no Error. */
  readonly thrown?: unknown;
  readonly kind?: unknown;
}

/**
 * @param limit the limit that ended the run, when the host knows it better than the guest
 * @returns the text for the author of the transformation: what went wrong, and where in their code
 */
export function describeGuestError(
  report: ErrorReport,
  limits: SandboxLimits,
  limit: Limit | undefined = limitOf(report),
): string {
  // The stack of an interrupted function names lines at which it was not.
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

/** The interpreter's words for its limits. */
function limitOf({ name, message }: ErrorReport): Limit | undefined {
  if (name === 'InternalError' && message === 'out of memory') return 'memory';
  // The reader of JSON, of patterns and of source code calls it a SyntaxError.
  if (message === 'stack overflow' && name !== 'Error') return 'stack';
  return undefined;
}

/** Frames of the user's modules, and what the interpreter called between them. */
function stackLines(stack: string): string[] {
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  const isUsers = frames.map((line) => !line.includes(OWN_FRAME) && !line.endsWith('(native)'));
  return frames
    .slice(0, isUsers.lastIndexOf(true) + 1)
    .filter((line) => !line.includes(OWN_FRAME))
    .slice(0, MAX_STACK_LINES);
}

function asText(value: unknown): string {
  // Control characters but tab and line feed have no place in an error's text.
  return typeof value === 'string' ? value.replace(/(?![\t\n])\p{Cc}/gu, ' ') : '';
}
