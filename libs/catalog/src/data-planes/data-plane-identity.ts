/** The data plane that sent a request. It has either a `workspaceId` or a `namespaceId`. */
export interface DataPlaneIdentity {
  readonly dataPlaneId: string;
  /** Unique among the data planes of its workspace or namespace. */
  readonly name: string;
  /**
   * Sorted ids of the workspaces that the data plane serves. If it belongs to a workspace, this is
   * only `workspaceId`. If it belongs to a namespace, the list can be empty.
   */
  readonly workspaceIds: readonly string[];
  readonly workspaceId?: string;
  readonly namespaceId?: string;
}
