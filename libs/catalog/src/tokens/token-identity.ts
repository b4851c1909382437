import { SCOPES, type Scope } from '@lethe/contracts';

/** Who asks, and what they may do. */
export interface TokenIdentity {
  readonly tokenId: string;
  readonly workspaceId: string;
  /** Name of the token, unique in its workspace. */
  readonly name: string;
  /** As stored; compare without regard to case. */
  readonly email: string;
  readonly scopes: readonly Scope[];
}

/** Scopes that this version knows; what a newer one stored is not granted. */
export function knownScopes(stored: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => stored.includes(scope));
}
