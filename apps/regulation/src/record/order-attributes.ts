import type { UserIdentifiers } from '@lethe/contracts';

const FIRST = ['userId', 'phone', 'email'];

/**
 * Puts identifiers in one fixed sequence, at every level. The database stores JSON by value, and
 * can return members in a different sequence. With a fixed sequence, the answer to a repeated
 * request has the same bytes as the first answer. Also, two users are equal exactly if their texts
 * are equal.
 */
export function orderAttributes(attributes: UserIdentifiers): UserIdentifiers {
  const others = Object.keys(attributes)
    .filter((key) => !FIRST.includes(key))
    .sort();
  return Object.fromEntries(
    [...FIRST.filter((key) => Object.hasOwn(attributes, key)), ...others].map((key) => [
      key,
      orderMembers(attributes[key]),
    ]),
  ) as UserIdentifiers;
}

export function orderMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(orderMembers);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, orderMembers(member)]),
  );
}
