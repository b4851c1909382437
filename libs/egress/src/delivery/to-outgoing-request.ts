import type { DeliveryBody, DeliveryRequest, JsonObject } from '@lethe/contracts';
import type { OutgoingRequest } from '../egress.js';

interface Content {
  readonly type: string;
  readonly body: string;
}

/**
 * Returns the HTTP request for a request object. The parameters are added to the query of the
 * endpoint. The body is the first member of `body` that is not empty. This member also sets the
 * content type if no header sets it.
 */
export function toOutgoingRequest(request: DeliveryRequest): OutgoingRequest {
  const { method, endpoint, params, headers } = request;
  const content = contentOf(request.body);
  const outgoing = { method, url: withQuery(endpoint, params), headers };
  if (content === undefined) return outgoing;
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    ...outgoing,
    headers: isTyped ? headers : { ...headers, 'content-type': content.type },
    body: content.body,
  };
}

function contentOf({ JSON: json, JSON_ARRAY: list, XML, FORM }: DeliveryBody): Content | undefined {
  if (!isEmpty(json)) return { type: 'application/json', body: JSON.stringify(json) };
  if (!isEmpty(list.batch)) return { type: 'application/json', body: asText(list.batch) };
  if (!isEmpty(XML.payload)) return { type: 'application/xml', body: asText(XML.payload) };
  if (isEmpty(FORM)) return undefined;
  return { type: 'application/x-www-form-urlencoded', body: urlEncoded(FORM) };
}

/** Returns whether a value is absent, `""` or `{}`. An empty list is content. */
function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
}

function withQuery(endpoint: string, params: JsonObject): string {
  const query = urlEncoded(params);
  if (query === '') return endpoint;
  const [address = '', ...fragment] = endpoint.split('#');
  const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return [address + separator + query, ...fragment].join('#');
}

function urlEncoded(fields: JsonObject): string {
  const encoded = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) encoded.append(name, asText(value));
  }
  return encoded.toString();
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
