import { asObject, type ErrorDetails, jsonOf, LetheError } from '@lethe/contracts';
import { CommandFailure } from '../command-context.js';

/** What is known of an answer that is none of success. */
interface Refusal {
  readonly status: number;
  readonly code?: string;
  readonly message: string;
  readonly details?: ErrorDetails;
  readonly requestId?: string;
}

/** What to do about some statuses, beside what the answer says. */
const ADVICE: Readonly<Record<number, string>> = {
  401: ' Check LETHE_TOKEN.',
  404: ' An id of another workspace is not found either.',
};

/** The API answered with an error. */
export class ApiFailure extends CommandFailure {
  override readonly name = 'ApiFailure';
  override readonly facts: Readonly<Record<string, unknown>>;
  readonly status: number;
  readonly code: string | undefined;
  readonly details: ErrorDetails;

  /** @param attempts how often the request was sent; only of the first one it is sure that nothing was done before */
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
 * Reads an error of the API. What is no error of Lethe comes from something between, or LETHE_URL
 * leads elsewhere; its text is not shown.
 */
export function readRefusal(status: number, text: string, url: string): Refusal {
  const body = asObject(jsonOf(text));
  if (typeof body.code === 'string' && typeof body.message === 'string') {
    const { requestId } = body;
    const { code, message, details } = LetheError.fromBody(body).toBody();
    return {
      status,
      // A newer Lethe may have codes that this one does not know.
      ...(code === body.code ? { code, message } : { code: body.code, message: body.message }),
      ...(details === undefined ? {} : { details }),
      ...(typeof requestId === 'string' ? { requestId } : {}),
    };
  }
  return { status, message: `${url} answered ${status}, and not as Lethe does. Check LETHE_URL.` };
}

/** The message has the first one already. */
function list(details: ErrorDetails): string[] {
  const entries = Object.entries(details);
  return entries.length < 2 ? [] : entries.map(([path, problem]) => `  ${path}: ${problem}`);
}
