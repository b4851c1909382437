import { ERROR_TABLE, type ErrorCode } from './error-table.js';

/** Path of the offending value (`users[3].userId`) → what is wrong with it. */
export type ErrorDetails = Readonly<Record<string, string>>;

/** An error as it travels between our services. Holds nothing internal. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: ErrorDetails;
}

/** An expected failure with a code of the closed table. Everything else is a defect (`internal`). */
export class LetheError extends Error {
  override readonly name = 'LetheError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  /**
   * @param code entry of the error table
   * @param options.message replaces the table's message; must be fit for the caller's eyes
   * @param options.details offending paths, at most 50
   * @param options.cause the underlying error, for the log only
   */
  constructor(
    code: ErrorCode,
    options: { message?: string; details?: ErrorDetails; cause?: unknown } = {},
  ) {
    super(options.message ?? ERROR_TABLE[code].message, { cause: options.cause });
    this.code = code;
    this.details = options.details;
  }

  get status(): number {
    return ERROR_TABLE[this.code].status;
  }

  /** The part that may leave the process. */
  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }

  /** Rebuilds an error that another service sent. An unknown shape becomes `internal`. */
  static fromBody(body: unknown): LetheError {
    if (typeof body === 'object' && body !== null && 'code' in body) {
      const { code, message, details } = body as Partial<ErrorBody>;
      if (code !== undefined && Object.hasOwn(ERROR_TABLE, code)) {
        return new LetheError(code, {
          ...(typeof message === 'string' ? { message } : {}),
          ...(details === undefined ? {} : { details }),
        });
      }
    }
    return new LetheError('internal', { cause: body });
  }
}
