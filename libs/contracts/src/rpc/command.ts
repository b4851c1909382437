/**
 * Id of the packet with which the service announces that it stops. The packet answers no command.
 * The client then sends no further command on the connection, and closes the connection after the
 * last answer.
 */
export const REGULATION_GOODBYE = 'goodbye';

/**
 * Context of every command. The service trusts it, because the caller has authenticated the token.
 */
export interface CommandContext {
  /** Id of the HTTP request, for logs. */
  readonly requestId: string;
  /**
   * Latest time at which the work can begin, in milliseconds since the epoch, by the clock of this
   * process. While the command is on the network, `SentCommand.timeLeftMs` replaces this time.
   */
  readonly deadline: number;
  /** Workspace of the token. Every query reads only rows of this workspace. */
  readonly workspaceId: string;
  /** Name of the calling token. */
  readonly actor: string;
}

/** Members that the caller adds when it sends a command. A service ignores unknown members. */
export interface SentCommand {
  /**
   * Milliseconds from sending the command until the deadline. It is a duration and not a time,
   * because the clocks of two machines can differ.
   */
  readonly timeLeftMs?: number;
  /** W3C Trace Context of the sender, if its trace is sampled. */
  readonly traceparent?: string;
  /**
   * Shared key of gateway and service, if configured. It must be the last member. The service
   * checks the key at the end of a large command before it parses the command.
   */
  readonly key?: string;
}
