import { hashKey } from '@tanstack/react-query';
import type { Schemas } from '../../../api/client.js';

export type ConfigField = Schemas['ConfigFieldDto'];
export type Fields = Readonly<Record<string, ConfigField>>;
export type Values = Readonly<Record<string, unknown>>;

/** Of the input of one variable. */
export interface InputProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

type FieldKind = 'text' | 'choice' | 'number' | 'boolean' | 'lines' | 'rows' | 'json';

/** How a variable is edited. What has no form of its own is edited as JSON. */
export function kindOf({ type, choices, items }: ConfigField): FieldKind {
  if (type === 'string') return choices === undefined ? 'text' : 'choice';
  if (type === 'number' || type === 'boolean') return type;
  if (type === 'array' && items?.type === 'string') return 'lines';
  if (type === 'array' && items?.type === 'object' && items.members !== undefined) {
    return Object.values(items.members).every((member) => member.type === 'string')
      ? 'rows'
      : 'json';
  }
  return 'json';
}

/** Whether the API shows a secret, or a part of it, in place of which this stands. */
export function isMasked(value: unknown): value is string {
  return typeof value === 'string' && value.includes('***');
}

/** Every text in it that stands for a stored secret. */
export function masksIn(value: unknown): ReadonlySet<string> {
  if (isMasked(value)) return new Set([value]);
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.values(value).flatMap((member) => [...masksIn(member)]));
}

/** What is asked of the API for what was edited; null takes a variable away. What is as it was before is left out. */
export function changesOf(fields: Fields, before: Values, edited: Values): Values {
  return Object.fromEntries(
    Object.entries(edited)
      .map(([name, value]) => [name, toConfig(fields[name], value)] as const)
      .filter(([name, value]) => !isSame(before[name] ?? null, value)),
  );
}

/** What a new record is made with. */
export function configOf(fields: Fields, edited: Values): Values {
  return Object.fromEntries(
    Object.entries(changesOf(fields, {}, edited)).filter(([, value]) => value !== null),
  );
}

/** Variables without which the destination does not work, and that have no value. */
export function missingIn(fields: Fields, values: Values): string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.required === true && field.default === undefined)
    .filter(([name, field]) => toConfig(field, values[name]) === null)
    .map(([name]) => name);
}

/** The same configuration with `<name>` for each secret that was typed, to be shown. */
export function withoutSecrets(
  fields: Fields,
  secretKeys: readonly string[],
  config: Values,
): Values {
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => {
      const partly = secretKeys.some((key) => key.startsWith(`${name}.`));
      const isSecret = fields[name]?.secret === true || partly;
      return [name, isSecret && value !== null && !isMasked(value) ? `<${name}>` : value];
    }),
  );
}

/** A field that was emptied is one without a value. */
function toConfig(field: ConfigField | undefined, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') {
    if (value.trim() === '') return null;
    const asNumber = Number(value);
    return field?.type === 'number' && Number.isFinite(asNumber) ? asNumber : value;
  }
  if (Array.isArray(value)) return value.filter((row) => !isEmpty(row));
  return value;
}

function isEmpty(row: unknown): boolean {
  if (row === '' || row === null) return true;
  return typeof row === 'object' && Object.values(row).every((cell) => cell === '');
}

/** By what they say; the order of members does not count. */
export function isSame(a: unknown, b: unknown): boolean {
  return hashKey([a]) === hashKey([b]);
}
