/** Errors that the library's authors wrote for people: what they say may be passed on. */
const SAYS_WHY = new Set([
  'APIError',
  'AggregateAjvError',
  'BinaryBodyError',
  'IntegrationError',
  'InvalidAudienceMembershipError',
  'InvalidAuthenticationError',
  'NetworkForbiddenError',
  'PayloadValidationError',
  'RetryableError',
  'SelfTimeoutError',
  'TransformError',
  'TriggerError',
  'ValidationError',
]);

/** Characters of a message that are kept; longer ones repeat payloads. */
const LONGEST = 1000;

/**
 * Why an action failed, for whoever tests: what the integration says about it, and no internals.
 *
 * @param error as it was thrown
 * @returns a phrase without a full stop; `undefined` when an answer's status says it all
 */
export function describeActionError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return 'the integration failed on this event';
  if (error.name === 'HTTPError' || error.name === 'FetchError') return undefined;
  if (!SAYS_WHY.has(error.name) || error.message === '') {
    return `the integration failed on this event (${error.name})`;
  }
  const message = error.message.replaceAll('The root value', 'The payload').replace(/\.\s*$/, '');
  return message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message;
}
