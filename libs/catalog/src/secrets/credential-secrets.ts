import type { SecretBox, SecretPlace } from './secret-box.js';
import { SealedValue } from './sealed-value.js';

/** Prefix of a sealed credential; one that was stored before encryption was introduced has none. */
const MARK = '$sealed:';

interface CredentialOwner {
  readonly workspaceId: string;
  readonly key: string;
}

/** @returns the value in plain, or a `SealedValue` when none of the box's keys opens it */
export function openCredential(
  stored: string,
  owner: CredentialOwner,
  box: SecretBox | undefined,
): string | SealedValue {
  if (!stored.startsWith(MARK)) return stored;
  const sealed = stored.slice(MARK.length);
  return box?.open(sealed, placeOf(owner)) ?? new SealedValue(sealed);
}

/**
 * @param stored the row's present value: kept when it is the same value, sealed with the current
 * key
 * @returns what to store
 */
export function sealCredential(
  value: string,
  owner: CredentialOwner,
  box: SecretBox,
  stored?: string,
): string {
  const place = placeOf(owner);
  const old = stored?.startsWith(MARK) === true ? stored.slice(MARK.length) : undefined;
  const isSame = old !== undefined && box.isCurrent(old) && box.open(old, place) === value;
  return `${MARK}${isSame ? old : box.seal(value, place)}`;
}

function placeOf({ workspaceId, key }: CredentialOwner): SecretPlace {
  return { workspaceId, kind: 'credential', id: key };
}
