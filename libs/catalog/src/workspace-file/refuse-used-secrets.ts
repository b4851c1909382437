import type { EntityManager } from 'typeorm';
import { hashSecret } from '../tokens/secret.js';
import { WorkspaceFileError, type WorkspaceFileProblem } from './workspace-file-error.js';
import type { WorkspaceDocument } from './workspace-schema.js';

/** A secret of the document, and its owner there. */
interface Claim {
  readonly path: string;
  readonly hash: string;
  readonly owner: string;
}

/** Every stored secret with its owner, written the same way as in `claimsOf`. */
const STORED = `
  select encode(hash, 'hex') as hash, 'token "' || name || '" of workspace "' || workspace_id || '"' as owner
  from catalog.tokens
  union all
  select encode(hash, 'hex'), 'data plane "' || name || '" of ' ||
    coalesce('workspace "' || workspace_id || '"', 'namespace "' || namespace_id || '"')
  from catalog.data_planes`;

/**
 * Refuses secrets of the document that another owner has in the database. Not even a revoked secret
 * may be taken over under another name: that would bring it back.
 *
 * @throws WorkspaceFileError naming who has the secret; never the secret itself
 */
export async function refuseUsedSecrets(
  manager: EntityManager,
  document: WorkspaceDocument,
): Promise<void> {
  const claims = claimsOf(document);
  const stored = await manager.query<{ hash: string; owner: string }[]>(
    `select hash, owner from (${STORED}) as stored where hash = any($1)`,
    [claims.map(({ hash }) => hash)],
  );
  const problems = claims.flatMap(({ path, hash, owner }): WorkspaceFileProblem[] =>
    stored
      .filter((other) => other.hash === hash && other.owner !== owner)
      .map((other) => ({ path, problem: `is already the secret of ${other.owner}` })),
  );
  if (problems.length > 0) throw new WorkspaceFileError(problems);
}

function claimsOf({ workspaces, namespaces }: WorkspaceDocument): Claim[] {
  const claims = (
    entries: readonly { name: string; token: string }[],
    path: string,
    owner: (name: string) => string,
  ): Claim[] =>
    entries.map(({ name, token }, index) => ({
      path: `${path}[${index}].token`,
      hash: hashSecret(token).toString('hex'),
      owner: owner(name),
    }));
  return [
    ...workspaces.flatMap(({ id, tokens, dataPlanes }, index) => [
      ...claims(
        tokens,
        `workspaces[${index}].tokens`,
        (name) => `token "${name}" of workspace "${id}"`,
      ),
      ...claims(
        dataPlanes,
        `workspaces[${index}].dataPlanes`,
        (name) => `data plane "${name}" of workspace "${id}"`,
      ),
    ]),
    ...namespaces.flatMap(({ id, dataPlanes }, index) =>
      claims(
        dataPlanes,
        `namespaces[${index}].dataPlanes`,
        (name) => `data plane "${name}" of namespace "${id}"`,
      ),
    ),
  ];
}
