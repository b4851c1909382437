/** A destination of a workspace. */
export interface Lane {
  readonly workspaceId: string;
  readonly destinationId: string;
}

/** @returns each destination once, in the order in which their rows are locked everywhere */
export function lanesOf(things: readonly Lane[]): Lane[] {
  return byLane(things).map(([lane]) => lane);
}

/** @returns each destination with what is of it, in the same order */
export function byLane<Thing extends Lane>(things: readonly Thing[]): [Lane, Thing[]][] {
  const byKey = new Map<string, [Lane, Thing[]]>();
  for (const thing of things) {
    const { workspaceId, destinationId } = thing;
    const key = laneKey(thing);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [{ workspaceId, destinationId }, [thing]]);
    else known[1].push(thing);
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** Unambiguous, as ids hold no slash. */
export function laneKey({ workspaceId, destinationId }: Lane): string {
  return `${workspaceId}/${destinationId}`;
}

/** @returns the parameters of `unnest($1::text[], $2::text[]) as lane (workspace_id, destination_id)` */
export function laneParameters(lanes: readonly Lane[]): [string[], string[]] {
  return [lanes.map((lane) => lane.workspaceId), lanes.map((lane) => lane.destinationId)];
}
