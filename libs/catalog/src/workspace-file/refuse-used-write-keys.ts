import type { EntityManager } from 'typeorm';
import { WorkspaceFileError, type WorkspaceFileProblem } from './workspace-file-error.js';
import type { WorkspaceDocument } from './workspace-schema.js';

interface Claim {
  readonly path: string;
  readonly key: string;
  readonly owner: string;
}

/**
 * A source may bring a write key that is free, or that it has already: what was there twice before
 * goes on.
 *
 * @throws WorkspaceFileError naming who has it
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
