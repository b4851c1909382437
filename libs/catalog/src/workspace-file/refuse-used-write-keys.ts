import type { EntityManager } from 'typeorm';
import { WorkspaceFileError, type WorkspaceFileProblem } from './workspace-file-error.js';
import type { WorkspaceDocument } from './workspace-schema.js';

interface Claim {
  readonly path: string;
  readonly key: string;
  readonly owner: string;
}

/**
 * Refuses write keys that other sources have. A source may keep the write key it has already, even
 * if another source has the same one.
 *
 * @throws WorkspaceFileError naming the sources that have the write key
 */
export async function refuseUsedWriteKeys(
  manager: EntityManager,
  { workspaces }: WorkspaceDocument,
): Promise<void> {
  const claims = workspaces.flatMap(({ id: workspaceId, sources }, at) =>
    sources.flatMap(({ id, writeKey: key }, index): Claim[] => {
      const path = `workspaces[${at}].sources[${index}].writeKey`;
      return key === undefined ? [] : [{ path, key, owner: `${workspaceId}/${id}` }];
    }),
  );
  const stored = await manager.query<{ key: string; owner: string }[]>(
    `select write_key as key, workspace_id || '/' || id as owner
     from catalog.sources where write_key = any($1)`,
    [claims.map(({ key }) => key)],
  );
  const problems = claims.flatMap(({ path, key, owner }, index): WorkspaceFileProblem[] => {
    const others = stored.filter((row) => row.key === key).map((row) => row.owner);
    if (others.includes(owner)) return [];
    const [other] = [
      ...others,
      ...claims.slice(0, index).flatMap((claim) => (claim.key === key ? [claim.owner] : [])),
    ];
    return other === undefined ? [] : [{ path, problem: `is already that of source ${other}` }];
  });
  if (problems.length > 0) throw new WorkspaceFileError(problems);
}
