import type { DataPlaneIdentity } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';

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
