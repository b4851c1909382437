/** A change of who is suppressed, as data planes read it. */
export interface SuppressionChange {
  readonly workspaceId: string;
  /** The suppression key, never empty. */
  readonly userId: string;
  /** Nothing covers the key any more. */
  readonly canceled: boolean;
  /** RFC 3339, UTC: since when it is so. */
  readonly createdAt: string;
  /** The source, or nothing for all of them. */
  readonly sourceIds: readonly string[];
}

export interface SuppressionPage {
  /** In the order in which the changes became true. Fewer than asked for only at the end. */
  readonly items: readonly SuppressionChange[];
  /** Where to go on: moves forward with every item. */
  readonly token: string;
}

/** Asks for the changes after a token. The caller has authorised the workspaces; the service trusts it. */
export interface SuppressionPageCommand {
  /** Id of the HTTP request, for logs. */
  readonly requestId: string;
  /** As in `CommandContext`. */
  readonly deadline: number;
  /** All of them together are one list. Not empty. */
  readonly workspaceIds: readonly string[];
  /** As the client sent it; absent, or of no meaning: from the beginning. */
  readonly token?: string;
  /** Most items. */
  readonly limit: number;
}
