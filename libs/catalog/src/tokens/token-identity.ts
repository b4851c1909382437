import { SCOPES, type Scope } from '@lethe/contracts';

/** Units a second that a workspace has instead of the gateways' own; those that are absent are theirs. */
export interface WorkspaceRates {
  readonly requests?: number;
  readonly users?: number;
  readonly tests?: number;
}

/** The caller behind a token, and the scopes granted to it. */
export interface TokenIdentity {
  readonly tokenId: string;
  readonly workspaceId: string;
  /** Name of the token, unique in its workspace. */
  readonly name: string;
  /** As stored; compare without regard to case. */
  readonly email: string;
  readonly scopes: readonly Scope[];
  /** Limits of the workspace; absent where it has none of its own. */
  readonly rates?: WorkspaceRates;
}

/** Scopes that this version knows; a scope that a newer version stored is not granted. */
export function knownScopes(stored: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => stored.includes(scope));
}
