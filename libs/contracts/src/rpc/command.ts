/**
 * Id of a packet by which the service says that it stops; it answers no command. A client that gets it
 * sends nothing more on the connection, and closes the connection after the last answer.
 */
export const REGULATION_GOODBYE = 'goodbye';

/** What travels with every command. The caller has authenticated workspace and actor; the service trusts it. */
export interface CommandContext {
  /** Id of the HTTP request, for logs. */
  readonly requestId: string;
  /**
   * Milliseconds since the epoch after which the work must not be started, by the clock of the process
   * that holds the command. While the command travels, `SentCommand.timeLeftMs` counts instead.
   */
  readonly deadline: number;
  /** The workspace of the token. Every query is scoped to it. */
  readonly workspaceId: string;
  /** Name of the token that acts. */
  readonly actor: string;
}

/** What the caller adds to a command that is sent. A service that does not know a member ignores it. */
export interface SentCommand {
  /** Milliseconds that were left when it was sent: the clocks of two machines need not agree. */
  readonly timeLeftMs?: number;
  /** W3C Trace Context of the sending, where its trace is sampled. */
  readonly traceparent?: string;
  /**
   * The key that gateway and service share, where they have one. It is the last member, so that the service
   * can check the key at the end of a large command before it parses the rest.
   */
  readonly key?: string;
}
