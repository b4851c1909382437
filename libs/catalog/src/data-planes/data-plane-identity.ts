/**
 * Which data plane sends a request, and which workspaces it serves. Exactly one of `workspaceId`
 * and `namespaceId` is there.
 */
export interface DataPlaneIdentity {
  readonly dataPlaneId: string;
  /** Unique among the data planes of its workspace or namespace. */
  readonly name: string;
  /**
   * The workspaces that the data plane serves, sorted: its own, or those of its namespace (maybe
   * none).
   */
  readonly workspaceIds: readonly string[];
  readonly workspaceId?: string;
  readonly namespaceId?: string;
}
