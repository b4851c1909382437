import { findDefinition, holdsSecret } from '@lethe/destination-definitions';
import type { JsonObject } from '@lethe/contracts';
import type { SecretBox, SecretPlace } from './secret-box.js';
import { asSealedValue, SealedValue } from './sealed-value.js';

/** Which destination a configuration belongs to. */
export interface ConfigOwner {
  readonly workspaceId: string;
  readonly id: string;
  readonly type: string;
}

/**
 * Opens the secrets of a stored configuration. Values stored before encryption was introduced are
 * plain and stay as they are.
 *
 * @param box without it, or when it cannot open a secret, a `SealedValue` stays in the secret's
 * place
 */
export function unsealConfig(
  config: JsonObject,
  owner: Pick<ConfigOwner, 'workspaceId' | 'id'>,
  box: SecretBox | undefined,
): Record<string, unknown> {
  const open = (value: unknown, path: string): unknown => {
    const sealed = asSealedValue(value);
    if (sealed === undefined) return mapMembers(value, path, open);
    const text = box?.open(sealed.text, placeOf(owner, path));
    return text === undefined ? sealed : (JSON.parse(text) as unknown);
  };
  return mapMembers(config, '', open) as Record<string, unknown>;
}

/**
 * Seals the variables that the type's definition calls secret; for a type without a definition,
 * all.
 *
 * @param config secrets in plain, or a `SealedValue` that is kept
 * @param stored the row's present configuration: where a secret is the same and the current key
 * sealed it, its sealed text is kept, so that storing the same secret again changes nothing
 */
export function sealConfig(
  config: JsonObject,
  owner: ConfigOwner,
  box: SecretBox,
  stored: JsonObject = {},
): Record<string, unknown> {
  const secretPaths = findDefinition(owner.type)?.config.secretKeys;
  const seal = (value: unknown, path: string, before: unknown): unknown => {
    if (value instanceof SealedValue || isNothing(value)) return value;
    // A given member that only looks like a sealed one is sealed as well, so that it is read back
    // as it was given.
    if (!isSecret(value, path, secretPaths) && asSealedValue(value) === undefined) {
      return mapMembers(value, path, seal, before);
    }
    const text = JSON.stringify(value);
    const place = placeOf(owner, path);
    const old = asSealedValue(before);
    if (old !== undefined && box.isCurrent(old.text) && box.open(old.text, place) === text) {
      return old;
    }
    return new SealedValue(box.seal(text, place));
  };
  return mapMembers(config, '', seal, stored) as Record<string, unknown>;
}

/** Whether a configuration has something that `sealConfig` would seal. */
export function hasSecrets(config: JsonObject, type: string): boolean {
  const secretPaths = findDefinition(type)?.config.secretKeys;
  const has = (value: unknown, path: string): boolean => {
    if (isNothing(value) || value instanceof SealedValue) return false;
    if (isSecret(value, path, secretPaths)) return true;
    if (typeof value !== 'object' || value === null) return false;
    if (Array.isArray(value)) return value.some((element) => has(element, path));
    return Object.entries(value).some(([name, member]) => has(member, join(path, name)));
  };
  return Object.entries(config).some(([name, value]) => has(value, name));
}

/** Whether a stored configuration holds a secret that could not be opened. */
export function hasSealedValue(value: unknown): boolean {
  if (value instanceof SealedValue) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasSealedValue);
}

/** Whether a value is a secret: the same values that `maskConfig` hides. */
function isSecret(
  value: unknown,
  path: string,
  secretPaths: readonly string[] | undefined,
): boolean {
  if (secretPaths === undefined) return true;
  if (secretPaths.includes(path)) return holdsSecret(path, value);
  // The value has not the shape that the definition describes: it is hidden rather than shown.
  return typeof value !== 'object' && secretPaths.some((secret) => secret.startsWith(`${path}.`));
}

type Visit = (value: unknown, path: string, before: unknown) => unknown;

/**
 * A copy with each member or element visited; `before` is the stored value at the same place. A
 * value without members is returned as it is.
 */
function mapMembers(value: unknown, path: string, visit: Visit, before?: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const old = Array.isArray(before) ? (before as readonly unknown[]) : [];
    return value.map((element, index) => visit(element, path, old[index]));
  }
  const old = typeof before === 'object' && before !== null ? (before as JsonObject) : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      visit(member, join(path, name), Object.hasOwn(old, name) ? old[name] : undefined),
    ]),
  );
}

function placeOf(owner: Pick<ConfigOwner, 'workspaceId' | 'id'>, path: string): SecretPlace {
  return { workspaceId: owner.workspaceId, kind: 'destination', id: owner.id, path };
}

/** Whether a value holds nothing to hide: the same values that a mask leaves as they are. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
