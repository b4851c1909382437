/** A destination of a workspace. */
export interface Lane {
  readonly workspaceId: string;
  readonly destinationId: string;
}

/** @returns each destination once, in the order in which their rows are locked everywhere */
export function lanesOf(things: readonly Lane[]): Lane[] {
  const byKey = new Map(
    things.map(({ workspaceId, destinationId }) => [
      laneKey({ workspaceId, destinationId }),
      { workspaceId, destinationId },
    ]),
  );
  return [...byKey.keys()].sort().flatMap((key) => byKey.get(key) ?? []);
}

/** Unambiguous, as ids hold no slash. */
export function laneKey({ workspaceId, destinationId }: Lane): string {
  return `${workspaceId}/${destinationId}`;
}

/** @returns the parameters of `unnest($1::text[], $2::text[]) as lane (workspace_id, destination_id)` */
export function laneParameters(lanes: readonly Lane[]): [string[], string[]] {
  return [lanes.map((lane) => lane.workspaceId), lanes.map((lane) => lane.destinationId)];
}
