import type { CommandContext } from '@lethe/contracts';

/**
 * Context of a command, by kind of sender. The service trusts the context, because the client has
 * authenticated the sender.
 */
export interface Contexts {
  readonly token: CommandContext;
  readonly dataPlane: WorkspacesContext;
  readonly worker: WorkerContext;
}

export type Sender = keyof Contexts;

/** Context of Lethe's deletion worker, which claims jobs of all workspaces. */
export type WorkerContext = Pick<CommandContext, 'requestId' | 'deadline'>;

/** Context of a sender that reads several workspaces, such as a data plane. */
export interface WorkspacesContext extends WorkerContext {
  /** All workspaces that the sender is allowed to read; at least one. */
  readonly workspaceIds: readonly string[];
}
