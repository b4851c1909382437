import type { LookUps } from '../ask-database.js';

export interface ConnectionState {
  readonly destinationId: string;
  /** Whether the connection forwards events. The destination can be disabled separately. */
  readonly enabled: boolean;
}

/** @returns the connections of a source, oldest first */
export async function readConnections(
  database: LookUps,
  workspaceId: string,
  sourceId: string,
): Promise<readonly ConnectionState[]> {
  return database.query<ConnectionState>(
    `select destination_id as "destinationId", enabled from catalog.connections
     where workspace_id = $1 and source_id = $2
     order by created_at, destination_id`,
    [workspaceId, sourceId],
  );
}
