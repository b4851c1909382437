import { SCOPES, type Scope } from '@lethe/contracts';

/**
 * Limits of a workspace, in units per second. If a limit is absent, the limit of the gateway
 * applies.
 */
export interface WorkspaceRates {
  readonly requests?: number;
  readonly users?: number;
  readonly tests?: number;
}

/** The caller that sent a token, and the scopes of the token. */
export interface TokenIdentity {
  readonly tokenId: string;
  readonly workspaceId: string;
  /** Name of the token, unique in its workspace. */
  readonly name: string;
  /** E-mail address exactly as it was entered. Compare it case-insensitively. */
  readonly email: string;
  readonly scopes: readonly Scope[];
  readonly workspaceName: string;
  /** Creation and end of the token. A token without `expiresAt` does not expire. */
  readonly createdAt: Date;
  readonly expiresAt?: Date;
  /** Absent if the workspace has no limits of its own. */
  readonly rates?: WorkspaceRates;
}

/** Returns the scopes that this release knows. Scopes of newer releases are not granted. */
export function knownScopes(stored: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => stored.includes(scope));
}
