import type { ErrorCode } from './error-table.js';
import { LetheError, type ErrorDetails } from './lethe-error.js';

/** Maximum number of invalid paths in one error. */
export const MAX_DETAILS = 50;

export function invalidMember(path: string, problem: string): LetheError {
  return new LetheError('invalid_request', {
    message: `${path}: ${problem}`,
    details: { [path]: problem },
  });
}

/** Collects problems of up to `MAX_DETAILS` paths, and counts the further problems. */
export class DetailsCollector {
  private readonly paths = new Map<string, string>();
  private overflow = 0;
  private readonly codes = new Set<ErrorCode>();

  /**
   * Adds a problem. If the path already has a problem, the new problem is ignored.
   *
   * @param code the code of the error; it is used only if all problems have the same code
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

  /**
   * Whether the maximum is reached. A long check can then stop, because further problems are only
   * counted.
   */
  get isFull(): boolean {
    return this.paths.size >= MAX_DETAILS;
  }

  toDetails(): ErrorDetails {
    return Object.fromEntries(this.paths);
  }

  /**
   * @throws LetheError if there are problems; its code is the code of all problems, or
   * `invalid_request` if their codes are different
   */
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
