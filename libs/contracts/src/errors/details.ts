import type { ErrorCode } from './error-table.js';
import { LetheError, type ErrorDetails } from './lethe-error.js';

/** How many offending paths one error names. */
export const MAX_DETAILS = 50;

/** One wrong member of a request, as an error. */
export function invalidMember(path: string, problem: string): LetheError {
  return new LetheError('invalid_request', {
    message: `${path}: ${problem}`,
    details: { [path]: problem },
  });
}

/** Collects offending paths up to the limit, and counts the rest. */
export class DetailsCollector {
  private readonly paths = new Map<string, string>();
  private overflow = 0;
  private readonly codes = new Set<ErrorCode>();

  /**
   * Adds one problem; the first problem of a path wins.
   *
   * @param code of the error, where it is thrown only for problems with this code
   */
  add(path: string, problem: string, code: ErrorCode = 'invalid_request'): void {
    if (this.paths.has(path)) return;
    this.codes.add(code);
    if (this.paths.size < MAX_DETAILS) this.paths.set(path, problem);
    else this.overflow += 1;
  }

  get isEmpty(): boolean {
    return this.paths.size === 0;
  }

  /** No further problem will be shown: a long check may stop here. */
  get isFull(): boolean {
    return this.paths.size >= MAX_DETAILS;
  }

  toDetails(): ErrorDetails {
    return Object.fromEntries(this.paths);
  }

  /** @throws LetheError when any problem was added: `invalid_request`, unless all have one other code */
  throwIfAny(): void {
    if (this.isEmpty) return;
    const [code = 'invalid_request'] = this.codes;
    if (this.codes.size === 1 && code !== 'invalid_request') {
      throw new LetheError(code, { details: this.toDetails() });
    }
    const first = [...this.paths][0];
    const more = this.paths.size - 1 + this.overflow;
    throw new LetheError('invalid_request', {
      message: `${first?.[0] ?? ''}: ${first?.[1] ?? ''}${more > 0 ? ` (and ${more} more, see details)` : ''}`,
      details: this.toDetails(),
    });
  }
}
