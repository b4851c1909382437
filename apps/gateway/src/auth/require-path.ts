import type { DataPlaneIdentity } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';

/**
 * @param id of a workspace, from the path
 * @returns it
 * @throws LetheError `not_found` when the credentials are those of another workspace or of a
 *   namespace: whether there is such a workspace is not theirs to know
 */
export function requireWorkspacePath(dataPlane: DataPlaneIdentity, id: string): string {
  if (dataPlane.workspaceId !== id) throw new LetheError('not_found');
  return id;
}

/**
 * @param id of a namespace, from the path
 * @returns it
 * @throws LetheError `not_found` when the credentials are those of another namespace or of a
 *   workspace
 */
export function requireNamespacePath(dataPlane: DataPlaneIdentity, id: string): string {
  if (dataPlane.namespaceId !== id) throw new LetheError('not_found');
  return id;
}

/**
 * @param path with the workspace or the namespace, where the route has one
 * @throws LetheError `not_found` as above
 */
export function requireOwner(
  dataPlane: DataPlaneIdentity,
  path: { readonly workspaceId?: string; readonly namespaceId?: string },
): void {
  if (path.workspaceId !== undefined) requireWorkspacePath(dataPlane, path.workspaceId);
  if (path.namespaceId !== undefined) requireNamespacePath(dataPlane, path.namespaceId);
}
