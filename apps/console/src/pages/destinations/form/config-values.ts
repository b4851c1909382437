import { hashKey } from '@tanstack/react-query';
import type { Schemas } from '../../../api/client.js';

export type ConfigField = Schemas['ConfigFieldDto'];
export type Fields = Readonly<Record<string, ConfigField>>;
export type Values = Readonly<Record<string, unknown>>;

export interface InputProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

type FieldKind = 'text' | 'choice' | 'number' | 'boolean' | 'lines' | 'rows' | 'json';

/** Returns the kind of input for a variable; the default is JSON. */
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

/**
 * Returns true if a value is a mask of the API: at most two characters and `***`. Any other text
 * with `***` is a secret that the user typed.
 */
export function isMasked(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > MAX_MASK_LENGTH) return false;
  return value.endsWith('***') && Array.from(value).length <= 5;
}

/** Length in UTF-16 units; each of the two characters can have two units. */
const MAX_MASK_LENGTH = 7;

export function masksIn(value: unknown): ReadonlySet<string> {
  if (isMasked(value)) return new Set([value]);
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(Object.values(value).flatMap((member) => [...masksIn(member)]));
}

/** Returns the changed variables for the API. The value null removes a variable. */
export function changesOf(fields: Fields, before: Values, edited: Values): Values {
  return Object.fromEntries(
    Object.entries(edited)
      .map(([name, value]) => [name, toConfig(fields[name], value)] as const)
      .filter(([name, value]) => !isSame(before[name] ?? null, value)),
  );
}

export function configOf(fields: Fields, edited: Values): Values {
  return Object.fromEntries(
    Object.entries(changesOf(fields, {}, edited)).filter(([, value]) => value !== null),
  );
}

/** Returns required variables without a value. */
export function missingIn(fields: Fields, values: Values): string[] {
  return Object.entries(fields)
    .filter(([, field]) => field.required === true && field.default === undefined)
    .filter(([name, field]) => toConfig(field, values[name]) === null)
    .map(([name]) => name);
}

/** Returns the configuration to show, with `<name>` instead of each secret that the user typed. */
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

/** Converts an input to a value of the configuration. Returns null for an empty input. */
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

/** Returns true if two values have the same content. The order of members does not matter. */
export function isSame(a: unknown, b: unknown): boolean {
  return hashKey([a]) === hashKey([b]);
}
