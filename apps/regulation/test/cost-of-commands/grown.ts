import { listOf } from '@lethe/testing';

const DIGITS = /^\d+$/;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Returns a copy of a command with `size` elements in each list. Each element is a variant of the
 * first element of the list.
 */
export function grown(command: object, size: number): object {
  return changed(command, (list) => listOf(size, (n) => numbered(list[0], n)));
}

/**
 * Returns a copy of a command with texts of `size` characters, and with `size / 16` texts in each
 * list. The context stays unchanged.
 */
export function hostile(command: object, size: number): object {
  const text = 'a'.repeat(size);
  const large = changed(
    command,
    () => listOf(size / 16, (n) => `element${n}`),
    () => text,
  );
  return 'context' in command ? { ...large, context: command.context } : large;
}

export function hasList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.values(value).some(hasList);
}

function changed(
  command: object,
  ofList: (list: readonly unknown[]) => unknown[],
  ofText: (text: string) => string = (text) => text,
): object {
  const change = (value: unknown): unknown => {
    if (typeof value === 'string') return ofText(value);
    if (Array.isArray(value)) return ofList(value);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, change(member)]),
    );
  };
  return change(command) as object;
}

function numbered(value: unknown, n: number): unknown {
  if (typeof value === 'string') {
    if (UUID.test(value)) return value;
    return DIGITS.test(value) ? String(BigInt(value) + BigInt(n)) : `${value}${n}`;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => numbered(element, n));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, numbered(member, n)]),
  );
}
