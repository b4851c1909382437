import type { LookUps } from '../ask-database.js';

/** One destination of a source. */
export interface ConnectionState {
  readonly destinationId: string;
  /** Whether events flow; the destination has a switch of its own besides. */
  readonly enabled: boolean;
}

/** @returns the connections of a source, oldest first */
export async function readConnections(
  database: LookUps,
  workspaceId: string,
  sourceId: string,
): Promise<readonly ConnectionState[]> {
  const rows = await database.query<{ destination_id: string; enabled: boolean }>(
    `select destination_id, enabled from catalog.connections
     where workspace_id = $1 and source_id = $2
     order by created_at, destination_id`,
    [workspaceId, sourceId],
  );
  return rows.map((row) => ({ destinationId: row.destination_id, enabled: row.enabled }));
}
