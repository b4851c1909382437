import { EgressRefusedError } from './egress-errors.js';

/** The one wording for every address that is refused. */
export function refusal(host: string, reason: string): EgressRefusedError {
  const plain = host.replace(/^\[|\]$/g, '');
  return new EgressRefusedError(`Requests to ${plain} are not allowed: ${reason}`);
}
