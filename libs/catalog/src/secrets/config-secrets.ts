import { findDefinition, holdsSecret } from '@lethe/destination-definitions';
import type { JsonObject } from '@lethe/contracts';
import type { SecretBox, SecretContext } from './secret-box.js';
import { asSealedValue, SealedValue } from './sealed-value.js';

export interface ConfigOwner {
  readonly workspaceId: string;
  readonly id: string;
  readonly type: string;
}

/**
 * Decrypts the secrets of a stored configuration. A value that was stored before encryption was
 * introduced is plain text and stays unchanged.
 *
 * @param box if absent, or if it cannot decrypt a secret, a `SealedValue` replaces the secret
 */
export function unsealConfig(
  config: JsonObject,
  owner: Pick<ConfigOwner, 'workspaceId' | 'id'>,
  box: SecretBox | undefined,
): Record<string, unknown> {
  const open = (value: unknown, path: string): unknown => {
    const sealed = asSealedValue(value);
    if (sealed === undefined) return mapMembers(value, path, open);
    const text = box?.open(sealed.text, contextOf(owner, path));
    return text === undefined ? sealed : (JSON.parse(text) as unknown);
  };
  return mapMembers(config, '', open) as Record<string, unknown>;
}

/**
 * Encrypts the variables that are secret by the definition of the destination type. If the type is
 * unknown, encrypts all variables.
 *
 * @param config secrets are plain text, or a `SealedValue`, which stays unchanged
 * @param stored configuration in the row. If a secret in it is equal and was encrypted with the
 *   current key, its ciphertext is kept. So an update with equal secrets changes nothing
 */
export function sealConfig(
  config: JsonObject,
  owner: ConfigOwner,
  box: SecretBox,
  stored: JsonObject = {},
): Record<string, unknown> {
  const secretPaths = findDefinition(owner.type)?.config.secretKeys;
  const seal = (value: unknown, path: string, before: unknown): unknown => {
    if (value instanceof SealedValue || isEmpty(value)) return value;
    // A caller can send an object that looks like a stored `SealedValue`. It is also encrypted, so
    // that a reader gets it unchanged.
    if (!isSecret(value, path, secretPaths) && asSealedValue(value) === undefined) {
      return mapMembers(value, path, seal, before);
    }
    const text = JSON.stringify(value);
    const context = contextOf(owner, path);
    const old = asSealedValue(before);
    if (old !== undefined && box.isCurrent(old.text) && box.open(old.text, context) === text) {
      return old;
    }
    return new SealedValue(box.seal(text, context));
  };
  return mapMembers(config, '', seal, stored) as Record<string, unknown>;
}

/** Returns whether the configuration contains a secret in plain text. */
export function hasSecrets(config: JsonObject, type: string): boolean {
  const secretPaths = findDefinition(type)?.config.secretKeys;
  const has = (value: unknown, path: string): boolean => {
    if (isEmpty(value) || value instanceof SealedValue) return false;
    if (isSecret(value, path, secretPaths)) return true;
    if (typeof value !== 'object' || value === null) return false;
    if (Array.isArray(value)) return value.some((element) => has(element, path));
    return Object.entries(value).some(([name, member]) => has(member, join(path, name)));
  };
  return Object.entries(config).some(([name, value]) => has(value, name));
}

/** Returns whether a configuration contains a secret that could not be decrypted. */
export function hasSealedValue(value: unknown): boolean {
  if (value instanceof SealedValue) return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasSealedValue);
}

/** Returns whether a value is a secret. `maskConfig` must mask the same values. */
function isSecret(
  value: unknown,
  path: string,
  secretPaths: readonly string[] | undefined,
): boolean {
  if (secretPaths === undefined) return true;
  if (secretPaths.includes(path)) return holdsSecret(path, value);
  // If the definition expects an object with secrets here, any value that is not an object is
  // treated as a secret.
  return typeof value !== 'object' && secretPaths.some((secret) => secret.startsWith(`${path}.`));
}

type Visit = (value: unknown, path: string, before: unknown) => unknown;

/**
 * Returns a copy in which each member or element is replaced by the result of `visit`. `before` is
 * the stored value at the same position. A value without members is returned unchanged.
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

function contextOf(owner: Pick<ConfigOwner, 'workspaceId' | 'id'>, path: string): SecretContext {
  return { workspaceId: owner.workspaceId, kind: 'destination', id: owner.id, path };
}

/** Returns whether a value is empty. Empty values are neither encrypted nor masked. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
