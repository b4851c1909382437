import { asObject, type ErrorDetails, jsonOf, LetheError } from '@lethe/contracts';
import { CommandFailure } from '../command-context.js';

/** Content of an unsuccessful response. */
interface Refusal {
  readonly status: number;
  readonly code?: string;
  readonly message: string;
  readonly details?: ErrorDetails;
  readonly requestId?: string;
}

/** Advice for some statuses, in addition to the message of the API. */
const ADVICE: Readonly<Record<number, string>> = {
  401: ' Check LETHE_TOKEN.',
  404: ' Check the id, and that the token belongs to the right workspace.',
};

/** An error that the API returned. */
export class ApiFailure extends CommandFailure {
  override readonly name = 'ApiFailure';
  override readonly facts: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly code: string | undefined;
  readonly details: ErrorDetails;

  /**
   * @param attempts number of attempts; if it is more than 1, an earlier attempt can have changed
   * data
   */
  constructor(
    { message, ...refusal }: Refusal,
    readonly attempts: number,
  ) {
    const { status, details = {}, requestId } = refusal;
    const defect = status >= 500 && requestId !== undefined ? ` (request ${requestId})` : '';
    super([`${message}${ADVICE[status] ?? ''}${defect}`, ...list(details)].join('\n'));
    this.status = status;
    this.code = refusal.code;
    this.details = details;
    this.facts = refusal;
  }
}

/**
 * Reads an error of the API. A body in another format comes from a proxy, or LETHE_URL is wrong.
 * The text of such a body is not shown.
 */
export function readRefusal(status: number, text: string, url: string): Refusal {
  const body = asObject(jsonOf(text));
  if (typeof body.code === 'string' && typeof body.message === 'string') {
    const { requestId } = body;
    const { code, message, details } = LetheError.fromBody(body).toBody();
    return {
      status,
      // A newer API can have codes that this version does not know.
      ...(code === body.code ? { code, message } : { code: body.code, message: body.message }),
      ...(details === undefined ? {} : { details }),
      ...(typeof requestId === 'string' ? { requestId } : {}),
    };
  }
  return {
    status,
    message: `The answer from ${url} (status ${status}) is not from Lethe. Check LETHE_URL.`,
  };
}

/** Lists the details if there are several. The message already contains a single detail. */
function list(details: ErrorDetails): string[] {
  const entries = Object.entries(details);
  return entries.length < 2 ? [] : entries.map(([path, problem]) => `  ${path}: ${problem}`);
}
