import { createHash } from 'node:crypto';
import { isIdentifier } from '../identifier.js';

/** One version of a transformation or library. */
export interface ModuleVersion {
  readonly workspaceId: string;
  readonly id: string;
  readonly name: string;
  readonly code: string;
  /** See `versionIdOf`. */
  readonly versionId: string;
}

/**
 * `<workspaceId>.<id>.<hash of name and code>`: another one after every change that a data plane
 * would notice, the same again when the change is taken back. It names the workspace because ids
 * are unique only there, and a data plane of a namespace asks by the version alone. Ids hold no dot.
 */
export function versionIdOf(module: Omit<ModuleVersion, 'versionId'>): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([module.name, module.code]))
    .digest('base64url');
  return `${module.workspaceId}.${module.id}.${hash.slice(0, 22)}`;
}

/** @returns the parts of a version's id; `undefined` for a text that is not one */
export function parseVersionId(
  text: string,
): { readonly workspaceId: string; readonly id: string } | undefined {
  const [workspaceId = '', id = '', hash, ...rest] = text.split('.');
  const isVersion = hash !== undefined && rest.length === 0;
  return isVersion && isIdentifier(workspaceId) && isIdentifier(id)
    ? { workspaceId, id }
    : undefined;
}
