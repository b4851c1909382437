import type { JsonObject } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';

/** What follows an address without changing its host. */
const SAME_HOST = /^[/?#]/;

/**
 * Whether a message may choose the host that a destination's request goes to, with `fullPath` or
 * `appendPath`, in itself or in a member of its `integrations`. Types of `actions`, and `HTTP`, take
 * their host from the configuration alone.
 */
export function addressesItself(type: string, message: JsonObject): boolean {
  if (type === 'HTTP' || findDefinition(type)?.provider === 'actions') return false;
  const { integrations } = message;
  const members = isObject(integrations) ? Object.values(integrations).filter(isObject) : [];
  return [message, ...members].some(
    ({ fullPath, appendPath }) =>
      isText(fullPath) || (isText(appendPath) && !SAME_HOST.test(appendPath)),
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
