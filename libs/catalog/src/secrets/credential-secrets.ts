import type { SecretBox, SecretPlace } from './secret-box.js';
import { SealedValue } from './sealed-value.js';

/** Stands in front of a sealed credential; what was stored before there was encryption has none. */
const MARK = '$sealed:';

interface CredentialOwner {
  readonly workspaceId: string;
  readonly key: string;
}

/** @returns the value in plain, or what it is where no key of ours opens it */
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
 * @param stored the row's present value: taken over where it is the same value, sealed by the
 *   current key
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
