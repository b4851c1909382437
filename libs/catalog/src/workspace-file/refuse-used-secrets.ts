import type { EntityManager } from 'typeorm';
import { hashSecret } from '../tokens/secret.js';
import { WorkspaceFileError, type WorkspaceFileProblem } from './workspace-file-error.js';
import type { WorkspaceDocument } from './workspace-schema.js';

/** A secret of the document and its owner. */
interface DeclaredSecret {
  readonly path: string;
  readonly hash: string;
  readonly owner: string;
}

/** SQL for the stored secrets and their owners. The owners have the same form as in `secretsOf`. */
const STORED = `
  select encode(hash, 'hex') as hash, 'token "' || name || '" of workspace "' || workspace_id || '"' as owner
  from catalog.tokens
  union all
  select encode(hash, 'hex'), 'data plane "' || name || '" of ' ||
    coalesce('workspace "' || workspace_id || '"', 'namespace "' || namespace_id || '"')
  from catalog.data_planes`;

/**
 * Rejects secrets of the document that have another owner in the database. This includes revoked
 * secrets, because a revoked secret stays revoked for every owner.
 *
 * @throws WorkspaceFileError with the owner, and never with the secret
 */
export async function refuseUsedSecrets(
  manager: EntityManager,
  document: WorkspaceDocument,
): Promise<void> {
  const declared = secretsOf(document);
  const stored = await manager.query<{ hash: string; owner: string }[]>(
    `select hash, owner from (${STORED}) as stored where hash = any($1)`,
    [declared.map(({ hash }) => hash)],
  );
  const problems = declared.flatMap(({ path, hash, owner }): WorkspaceFileProblem[] =>
    stored
      .filter((other) => other.hash === hash && other.owner !== owner)
      .map((other) => ({ path, problem: `is already the secret of ${other.owner}` })),
  );
  if (problems.length > 0) throw new WorkspaceFileError(problems);
}

function secretsOf({ workspaces, namespaces }: WorkspaceDocument): DeclaredSecret[] {
  const toSecrets = (
    entries: readonly { name: string; token: string }[],
    path: string,
    owner: (name: string) => string,
  ): DeclaredSecret[] =>
    entries.map(({ name, token }, index) => ({
      path: `${path}[${index}].token`,
      hash: hashSecret(token).toString('hex'),
      owner: owner(name),
    }));
  return [
    ...workspaces.flatMap(({ id, tokens, dataPlanes }, index) => [
      ...toSecrets(
        tokens,
        `workspaces[${index}].tokens`,
        (name) => `token "${name}" of workspace "${id}"`,
      ),
      ...toSecrets(
        dataPlanes,
        `workspaces[${index}].dataPlanes`,
        (name) => `data plane "${name}" of workspace "${id}"`,
      ),
    ]),
    ...namespaces.flatMap(({ id, dataPlanes }, index) =>
      toSecrets(
        dataPlanes,
        `namespaces[${index}].dataPlanes`,
        (name) => `data plane "${name}" of namespace "${id}"`,
      ),
    ),
  ];
}
