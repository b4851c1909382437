import { type JsonObject, ROLES } from '@lethe/contracts';
import { hashSecret } from '../tokens/secret.js';
import type { UpsertKind } from './upsert-targets.js';
import type { WorkspaceDocument } from './workspace-schema.js';

export type Row = JsonObject;
type Workspace = WorkspaceDocument['workspaces'][number];
type Token = Workspace['tokens'][number];

/**
 * Converts a document to the rows of each table. The secrets of tokens and data planes become
 * hashes.
 */
export function toRows({
  workspaces,
  namespaces,
}: WorkspaceDocument): Record<UpsertKind, readonly Row[]> {
  const within = <T>(list: (workspace: Workspace) => readonly T[], map: (item: T) => Row): Row[] =>
    workspaces.flatMap((workspace) =>
      list(workspace).map((item) => ({ workspace_id: workspace.id, ...map(item) })),
    );
  return {
    workspaces: workspaces.map((workspace) => ({
      id: workspace.id,
      name: workspace.name,
      deletions: workspace.deletions,
      deletion_delay_seconds: workspace.deletionDelay,
      deletion_deadline_days: workspace.deletionDeadlineDays,
      verify_after_days: workspace.verifyAfterDays,
      requests_per_second: workspace.requestsPerSecond,
      users_per_second: workspace.usersPerSecond,
      tests_per_second: workspace.testsPerSecond,
    })),
    tokens: within((workspace) => workspace.tokens, tokenRow),
    sources: within(
      (workspace) => workspace.sources,
      ({ writeKey, ...source }) => ({ ...source, write_key: writeKey }),
    ),
    transformations: within(
      (workspace) => workspace.transformations,
      (transformation) => transformation,
    ),
    libraries: within(
      (workspace) => workspace.libraries,
      (library) => library,
    ),
    credentials: within(
      (workspace) => workspace.credentials,
      (credential) => credential,
    ),
    destinations: within(
      (workspace) => workspace.destinations,
      ({ connectionMode, transformation, ...destination }) => ({
        ...destination,
        connection_mode: connectionMode,
        transformation_id: transformation,
      }),
    ),
    connections: within(
      (workspace) => workspace.connections,
      ({ sourceId, destinationId, enabled }) => ({
        source_id: sourceId,
        destination_id: destinationId,
        enabled,
      }),
    ),
    namespaces: namespaces.map(({ id, name }) => ({ id, name })),
    namespaceWorkspaces: namespaces.flatMap((namespace) =>
      [...new Set(namespace.workspaces)].map((workspaceId) => ({
        namespace_id: namespace.id,
        workspace_id: workspaceId,
      })),
    ),
    dataPlanes: [
      ...within((workspace) => workspace.dataPlanes, dataPlaneRow),
      ...namespaces.flatMap(({ id, dataPlanes }) =>
        dataPlanes.map((dataPlane) => ({ namespace_id: id, ...dataPlaneRow(dataPlane) })),
      ),
    ],
  };
}

function tokenRow(token: Token): Row {
  return {
    name: token.name,
    hash: toBytea(hashSecret(token.token)),
    email: token.email,
    scopes: token.scopes ?? (token.role === undefined ? [] : ROLES[token.role]),
    expires_at: token.expiresAt,
  };
}

function dataPlaneRow({ name, token }: { name: string; token: string }): Row {
  return { name, hash: toBytea(hashSecret(token)) };
}

/** Returns the text form of a `bytea` in PostgreSQL. */
function toBytea(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
