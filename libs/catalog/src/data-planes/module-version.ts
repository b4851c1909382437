import { createHash } from 'node:crypto';
import { isIdentifier } from '../identifier.js';

export interface ModuleVersion {
  readonly workspaceId: string;
  readonly id: string;
  readonly name: string;
  readonly code: string;
  /** See `versionIdOf`. */
  readonly versionId: string;
}

/**
 * Returns `<workspaceId>.<id>.<hash of name and code>`. The result depends only on the workspace,
 * the id, the name and the code. It contains the workspace, because ids are unique only within a
 * workspace. A data plane of a namespace does not name a workspace in its request. Ids contain no
 * dot, so `parseVersionId` can split the result at its dots.
 */
export function versionIdOf(module: Omit<ModuleVersion, 'versionId'>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([module.name, module.code]))
    .digest('base64url');
  return `${module.workspaceId}.${module.id}.${hash.slice(0, 22)}`;
}

/**
 * @returns the workspace and the id in a version id; `undefined` if the text is not a version id
 */
export function parseVersionId(
  text: string,
): { readonly workspaceId: string; readonly id: string } | undefined {
  const [workspaceId = '', id = '', hash, ...rest] = text.split('.');
  const isVersion = hash !== undefined && rest.length === 0;
  return isVersion && isIdentifier(workspaceId) && isIdentifier(id)
    ? { workspaceId, id }
    : undefined;
}
