import {
  type DeliveryBody,
  type DeliveryRequest,
  deliveryRequest,
  type JsonObject,
  urlOf,
} from '@lethe/contracts';
import { isObject } from '@lethe/contracts/json';
import { authHeader } from './http-auth.js';
import { HttpMapping } from './http-mapping.js';
import { asText, textAt, withoutNulls } from '../../json-values.js';
import { methodOf } from '../request-parts/method-of.js';
import { type Headers, setHeader, toHeaders } from '../request-parts/set-header.js';
import { toXml } from './to-xml.js';
import { TransformError } from '../../transform-error.js';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  JSON: 'application/json',
  XML: 'application/xml',
  FORM: 'application/x-www-form-urlencoded',
};

/**
 * Returns the request for an `HTTP` destination. It contains the mapped values of the event, in the
 * format and with the credentials of the configuration.
 *
 * @throws TransformError with the name of the wrong field
 */
export function httpRequest(message: JsonObject, config: JsonObject): DeliveryRequest {
  const apiUrl = textAt(config, 'apiUrl');
  if (apiUrl === undefined) throw new TransformError('apiUrl is missing');
  if (!/^https?:\/\//i.test(apiUrl) || urlOf(apiUrl) === undefined) {
    throw new TransformError('apiUrl must be a URL that begins with http:// or https://');
  }
  const method = methodOf(config.method, 'method');
  const format = config.format ?? 'JSON';
  const contentType = typeof format === 'string' ? CONTENT_TYPES[format] : undefined;
  if (contentType === undefined) throw new TransformError('format must be one of JSON, XML, FORM');

  const mapping = new HttpMapping(message, config);
  const headers: Headers = new Map();
  const hasBody = bodyIsSent(method, config, mapping);
  if (hasBody) setHeader(headers, 'content-type', contentType);
  const auth = authHeader(config);
  if (auth !== undefined) setHeader(headers, ...auth);
  for (const [field, name, value] of mapping.pairs('headers')) {
    if (typeof value !== 'string') throw new TransformError(`${field}.from must lead to a string`);
    setHeader(headers, name, value);
  }
  return deliveryRequest({
    method,
    endpoint: withPath(apiUrl, mapping),
    headers: toHeaders(headers),
    params: Object.fromEntries(
      mapping.pairs('queryParams').map(([, name, value]) => [name, value]),
    ),
    userId: textAt(message, 'anonymousId') ?? '',
    body: hasBody ? bodyOf(message, config, mapping) : {},
  });
}

/**
 * Returns whether a body is sent. A GET has no body, because HTTP defines no meaning for it (RFC
 * 9110 section 9.3.1). A DELETE sends only mapped members, and never the whole event.
 */
function bodyIsSent(method: string, config: JsonObject, mapping: HttpMapping): boolean {
  return method !== 'GET' && (method !== 'DELETE' || !sendsWholeEvent(config, mapping));
}

function sendsWholeEvent(config: JsonObject, mapping: HttpMapping): boolean {
  const isDefault = config.isDefaultMapping ?? mapping.entries('propertiesMapping').length === 0;
  return isDefault === true;
}

function bodyOf(
  message: JsonObject,
  config: JsonObject,
  mapping: HttpMapping,
): Partial<DeliveryBody> {
  const isDefault = sendsWholeEvent(config, mapping);
  if (isDefault) mapping.budget.spend(message);
  const payload = withoutNulls(isDefault ? message : mapping.mapped('propertiesMapping'));
  const fields = isObject(payload) ? payload : {};
  if (config.format === 'XML') {
    const root = textAt(config, 'xmlRootKey') ?? 'root';
    return { XML: { payload: toXml(root, fields, mapping.budget) } };
  }
  if (config.format !== 'FORM') return { JSON: fields };
  return {
    FORM: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asText(value)])),
  };
}

/** Returns the URL with the path parameters, which are inserted before the query. */
function withPath(apiUrl: string, mapping: HttpMapping): string {
  const parts = mapping.entries('pathParams').map(([field, entry]) => {
    const path = mapping.value(entry.path, `${field}.path`);
    return pathPart(path, `${field}.path`);
  });
  if (parts.length === 0) return apiUrl;
  const [, base = apiUrl, suffix = ''] = /^([^?#]*)(.*)$/s.exec(apiUrl) ?? [];
  return `${base.replace(/\/+$/, '')}/${parts.join('/')}${suffix}`;
}

function pathPart(value: unknown, field: string): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
    throw new TransformError(`${field} must lead to a string or a number`);
  }
  const text = String(value);
  // An empty part, `.` or `..` would change the path of the configured URL.
  if (text === '' || text === '.' || text === '..') {
    throw new TransformError(
      `${field} gives ${JSON.stringify(text)}, which cannot be part of a path`,
    );
  }
  if (text.includes('/')) throw new TransformError(`${field} must not contain a "/"`);
  try {
    return encodeURIComponent(text);
  } catch (cause) {
    throw new TransformError(`${field} is not valid Unicode`, { cause });
  }
}
