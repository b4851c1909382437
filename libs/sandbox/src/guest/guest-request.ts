import type { OutgoingRequest } from '@lethe/egress';

/**
 * Returns the request that a transformation passed to `fetch`. The address is not checked here,
 * because the egress guard checks it.
 *
 * @param text JSON from the guest with `url`, `method`, `headers` and `body`
 * @throws Error with a message for the author of the transformation
 */
export function readGuestRequest(text: string): OutgoingRequest {
  const { url, method, headers, body } = JSON.parse(text) as Record<string, unknown>;
  if (typeof url !== 'string') throw new Error('The URL must be a string');
  if (method !== undefined && typeof method !== 'string') {
    throw new Error('The method must be a string');
  }
  if (body !== undefined && body !== null && typeof body !== 'string') {
    throw new Error('The body must be a string, or a value that has a JSON form');
  }
  return {
    url,
    method: (method ?? 'GET').toUpperCase(),
    headers: readHeaders(headers),
    ...(typeof body === 'string' ? { body } : {}),
  };
}

function readHeaders(headers: unknown): Record<string, string> {
  if (headers === undefined || headers === null) return {};
  if (typeof headers !== 'object' || Array.isArray(headers)) {
    throw new Error('The headers must be an object of names and values');
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!['string', 'number', 'boolean'].includes(typeof value)) {
        throw new Error(`The header ${name} must be a string`);
      }
      return [name, String(value)];
    }),
  );
}
