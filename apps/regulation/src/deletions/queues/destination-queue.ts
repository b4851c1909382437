export interface DestinationQueue {
  readonly workspaceId: string;
  readonly destinationId: string;
}

/**
 * Returns each destination once, in the sequence in which all transactions lock the rows of
 * destinations.
 */
export function queuesOf(items: readonly DestinationQueue[]): DestinationQueue[] {
  return byQueue(items).map(([queue]) => queue);
}

/** Returns each destination with its items, in the same sequence as `queuesOf`. */
export function byQueue<Item extends DestinationQueue>(
  items: readonly Item[],
): [DestinationQueue, Item[]][] {
  const byKey = new Map<string, [DestinationQueue, Item[]]>();
  for (const item of items) {
    const { workspaceId, destinationId } = item;
    const key = queueKey(item);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [{ workspaceId, destinationId }, [item]]);
    else known[1].push(item);
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
}

/** Returns a key that is unique for each destination, because ids contain no slash. */
export function queueKey({ workspaceId, destinationId }: DestinationQueue): string {
  return `${workspaceId}/${destinationId}`;
}

/**
 * Returns the parameters of `unnest($1::text[], $2::text[]) as lane (workspace_id,
 * destination_id)`.
 */
export function queueParameters(queues: readonly DestinationQueue[]): [string[], string[]] {
  return [queues.map((queue) => queue.workspaceId), queues.map((queue) => queue.destinationId)];
}
