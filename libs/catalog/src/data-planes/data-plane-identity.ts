/** The data plane that sends a request. It has either a `workspaceId` or a `namespaceId`. */
export interface DataPlaneIdentity {
  readonly dataPlaneId: string;
  /** Unique among the data planes of its workspace or namespace. */
  readonly name: string;
  /**
   * Sorted ids of the workspaces of the namespace, which may have none. If the data plane belongs
   * to a workspace, the only id is `workspaceId`.
   */
  readonly workspaceIds: readonly string[];
  readonly workspaceId?: string;
  readonly namespaceId?: string;
}
