import { deliveryRequest, type DeliveryBody, type DeliveryRequest } from '@lethe/contracts';
import { jsonOf } from '@lethe/contracts/json';
import type { CapturedRequest } from './actions-task.js';

/** The client that sends the request writes these itself; an encoding that is asked for here would not be undone. */
const TRANSPORT_HEADERS = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

/**
 * A captured request as a request object. Nothing is lost: sending the object sends what was
 * captured. The query stays in the endpoint, and a body whose parsed form would be written
 * differently stays a text.
 *
 * @param captured by the library's client
 * @param userId of the event
 */
export function toDeliveryRequest(captured: CapturedRequest, userId: string): DeliveryRequest {
  const headers = withoutTransport(captured.headers);
  return deliveryRequest({
    method: captured.method,
    endpoint: captured.url,
    headers,
    userId,
    body: toBody(captured.body ?? '', headers['content-type'] ?? ''),
  });
}

/** @returns the headers without those that the client which sends writes itself */
export function withoutTransport(
  headers: CapturedRequest['headers'],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !TRANSPORT_HEADERS.has(name)),
  );
}

function toBody(text: string, contentType: string): Partial<DeliveryBody> {
  if (text === '') return {};
  if (/[/+]json\b/i.test(contentType)) return toJsonBody(text);
  if (/x-www-form-urlencoded/i.test(contentType)) return toFormBody(text);
  return { XML: { payload: text } };
}

function toJsonBody(text: string): Partial<DeliveryBody> {
  const value = jsonOf(text);
  // What is not JSON after all stays the text that it is; and numbers beyond a double's precision, for one, would come out changed.
  if (JSON.stringify(value) !== text) return { XML: { payload: text } };
  if (Array.isArray(value)) return { JSON_ARRAY: { batch: value } };
  // An empty member is one that is not used.
  if (typeof value !== 'object' || value === null || text === '{}')
    return { XML: { payload: text } };
  return { JSON: value as Record<string, unknown> };
}

function toFormBody(text: string): Partial<DeliveryBody> {
  const members = Object.fromEntries(new URLSearchParams(text));
  const again = new URLSearchParams(members).toString();
  return again === text ? { FORM: members } : { XML: { payload: text } };
}
