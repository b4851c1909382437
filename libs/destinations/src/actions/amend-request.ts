import type { CapturedRequest } from './actions-task.js';

/**
 * Members that a vendor's API takes beside those that the integration sends. Amplitude refuses a user whom it
 * does not know, unless it is told to pass over such users (https://amplitude.com/docs/apis/analytics/user-privacy):
 * not known is deleted.
 */
const ADDED: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  AMPLITUDE: { ignore_invalid_id: 'True' },
};

/**
 * @param type of the destination
 * @param asked whose body is a JSON object, for types to which something is added
 * @returns the request as the vendor gets it
 */
export function amendRequest(type: string, asked: CapturedRequest): CapturedRequest {
  const added = ADDED[type];
  if (added === undefined || asked.body === undefined) return asked;
  const body = JSON.parse(asked.body) as Readonly<Record<string, unknown>>;
  return { ...asked, body: JSON.stringify({ ...body, ...added }) };
}
