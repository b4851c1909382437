import type { DataPlaneIdentity, TokenIdentity } from '@lethe/catalog';
import { LetheError, type Scope } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';

/** @throws Error on a route without authentication */
export function identityOf({ identity }: FastifyRequest): TokenIdentity {
  if (identity === undefined) throw new Error('This route does not authenticate.');
  return identity;
}

/** @throws LetheError `insufficient_scope`; the message names the scope that the token lacks */
export function requireScope(identity: TokenIdentity, scope: Scope): void {
  if (identity.scopes.includes(scope)) return;
  throw new LetheError('insufficient_scope', {
    message: `The token lacks the scope ${scope}.`,
  });
}

/**
 * Refuses the request unless the credentials belong to the workspace or namespace of the path. The
 * error is `not_found`, because a data plane must not learn whether other workspaces or namespaces
 * exist.
 *
 * @param path parameters of the path
 * @throws LetheError `not_found`
 */
export function requireOwner(
  dataPlane: DataPlaneIdentity,
  path: { readonly workspaceId?: string; readonly namespaceId?: string },
): void {
  for (const id of ['workspaceId', 'namespaceId'] as const) {
    if (path[id] !== undefined && path[id] !== dataPlane[id]) throw new LetheError('not_found');
  }
}
