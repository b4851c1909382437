import type { SecretBox, SecretContext } from './secret-box.js';
import { SealedValue } from './sealed-value.js';

/**
 * Prefix of an encrypted credential. A credential that was stored before encryption was introduced
 * has no prefix.
 */
const MARK = '$sealed:';

interface CredentialOwner {
  readonly workspaceId: string;
  readonly key: string;
}

/** @returns the decrypted value, or a `SealedValue` if no key of the box decrypts it */
export function openCredential(
  stored: string,
  owner: CredentialOwner,
  box: SecretBox | undefined,
): string | SealedValue {
  if (!stored.startsWith(MARK)) return stored;
  const sealed = stored.slice(MARK.length);
  return box?.open(sealed, contextOf(owner)) ?? new SealedValue(sealed);
}

/**
 * @param stored value in the row. If it has the same plain text and was encrypted with the current
 *   key, it is returned
 * @returns the value to store
 */
export function sealCredential(
  value: string,
  owner: CredentialOwner,
  box: SecretBox,
  stored?: string,
): string {
  const context = contextOf(owner);
  const old = stored?.startsWith(MARK) === true ? stored.slice(MARK.length) : undefined;
  const isSame = old !== undefined && box.isCurrent(old) && box.open(old, context) === value;
  return `${MARK}${isSame ? old : box.seal(value, context)}`;
}

function contextOf({ workspaceId, key }: CredentialOwner): SecretContext {
  return { workspaceId, kind: 'credential', id: key };
}
