import { EgressRefusedError } from './egress-errors.js';

/** Returns the error for a refused URL, host or address. */
export function refusal(host: string, reason: string): EgressRefusedError {
  const hostname = host.replace(/^\[|\]$/g, '');
  return new EgressRefusedError(`Requests to ${hostname} are not allowed: ${reason}`);
}
