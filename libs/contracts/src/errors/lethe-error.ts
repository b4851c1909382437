import { ERROR_TABLE, type ErrorCode } from './error-table.js';

/** Path of an invalid value, such as `users[3].userId` → problem of this value. */
export type ErrorDetails = Readonly<Record<string, string>>;

/** An error as services send it to each other. It contains no internal data. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: ErrorDetails;
}

/** An expected failure with a code of the error table. Any other error is a defect (`internal`). */
export class LetheError extends Error {
  override readonly name = 'LetheError';
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;

  /**
   * @param code entry of the error table
   * @param options.message replaces the message of the table; callers see it
   * @param options.details invalid paths, at most 50
   * @param options.cause the original error, only for the log
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

  /** Returns the part of the error that other processes are allowed to see. */
  toBody(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.details === undefined ? {} : { details: this.details }),
    };
  }

  /**
   * Restores an error that another service sent. If the form of the body is unknown, the error has
   * the code `internal`.
   */
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
