/** Names of errors whose messages are written for users. */
const WITH_USER_MESSAGE = new Set([
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

/** Maximum characters of a message. Longer messages usually repeat a payload. */
const LONGEST = 1000;

/**
 * Returns the reason why an action failed, for the person who runs the test. It is the message of
 * the integration, without internals.
 *
 * @param error the thrown value
 * @returns a phrase without a full stop; `undefined` if the status of an answer is the reason
 */
export function describeActionError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return 'the integration failed on this event';
  if (error.name === 'HTTPError' || error.name === 'FetchError') return undefined;
  if (!WITH_USER_MESSAGE.has(error.name) || error.message === '') {
    return `the integration failed on this event (${error.name})`;
  }
  const message = error.message.replaceAll('The root value', 'The payload').replace(/\.\s*$/, '');
  return message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message;
}
