import type { EntityManager } from 'typeorm';
import { WorkspaceFileError, type WorkspaceFileProblem } from './workspace-file-error.js';
import type { WorkspaceDocument } from './workspace-schema.js';

interface DeclaredKey {
  readonly path: string;
  readonly key: string;
  readonly owner: string;
}

/**
 * Rejects write keys that other sources use. A source can keep its stored write key, even if
 * another source has the same key.
 *
 * @throws WorkspaceFileError with a source that already has the write key
 */
export async function refuseUsedWriteKeys(
  manager: EntityManager,
  { workspaces }: WorkspaceDocument,
): Promise<void> {
  const declared = workspaces.flatMap(({ id: workspaceId, sources }, at) =>
    sources.flatMap(({ id, writeKey: key }, index): DeclaredKey[] => {
      const path = `workspaces[${at}].sources[${index}].writeKey`;
      return key === undefined ? [] : [{ path, key, owner: `${workspaceId}/${id}` }];
    }),
  );
  const stored = await manager.query<{ key: string; owner: string }[]>(
    `select write_key as key, workspace_id || '/' || id as owner
     from catalog.sources where write_key = any($1)`,
    [declared.map(({ key }) => key)],
  );
  const problems = declared.flatMap(({ path, key, owner }, index): WorkspaceFileProblem[] => {
    const others = stored.filter((row) => row.key === key).map((row) => row.owner);
    if (others.includes(owner)) return [];
    const [other] = [
      ...others,
      ...declared.slice(0, index).flatMap((one) => (one.key === key ? [one.owner] : [])),
    ];
    return other === undefined
      ? []
      : [{ path, problem: `is already the write key of source ${other}` }];
  });
  if (problems.length > 0) throw new WorkspaceFileError(problems);
}
