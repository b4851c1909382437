import type { UserIdentifiers } from '@lethe/contracts';

const FIRST = ['userId', 'phone', 'email'];

/**
 * Puts identifiers in one fixed order, at every level. The database stores JSON by value and gives
 * members back in an order of its own; with a fixed order an answer that is built again later is
 * the same to the byte, and two users are equal exactly when their texts are.
 */
export function orderAttributes(attributes: UserIdentifiers): UserIdentifiers {
  const rest = Object.keys(attributes)
    .filter((key) => !FIRST.includes(key))
    .sort();
  return Object.fromEntries(
    [...FIRST.filter((key) => Object.hasOwn(attributes, key)), ...rest].map((key) => [
      key,
      orderMembers(attributes[key]),
    ]),
  ) as UserIdentifiers;
}

/** The same value with the members of every object in alphabetical order. */
export function orderMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(orderMembers);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, orderMembers(member)]),
  );
}
