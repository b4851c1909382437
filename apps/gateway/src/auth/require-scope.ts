import type { DataPlaneIdentity, TokenIdentity } from '@lethe/catalog';
import { LetheError, type Scope } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';

/** @throws Error on a route that needs no credentials */
export function identityOf({ identity }: FastifyRequest): TokenIdentity {
  if (identity === undefined) throw new Error('This route does not authenticate.');
  return identity;
}

/** @throws LetheError `insufficient_scope` naming the scope that the token lacks */
export function requireScope(identity: TokenIdentity, scope: Scope): void {
  if (identity.scopes.includes(scope)) return;
  throw new LetheError('insufficient_scope', {
    message: `The token lacks the scope ${scope}.`,
  });
}

/**
 * @param path with the id of the workspace or the namespace, where the route has one
 * @throws LetheError `not_found` unless the credentials are those of this workspace, or of this namespace: whether there is
 *   another one is not theirs to know
 */
export function requireOwner(
  dataPlane: DataPlaneIdentity,
  path: { readonly workspaceId?: string; readonly namespaceId?: string },
): void {
  for (const id of ['workspaceId', 'namespaceId'] as const) {
    if (path[id] !== undefined && path[id] !== dataPlane[id]) throw new LetheError('not_found');
  }
}
