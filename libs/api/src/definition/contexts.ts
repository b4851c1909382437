import type { CommandContext } from '@lethe/contracts';

/** What travels with a command, by the one for whom it is. The caller has authenticated that one; the service trusts it. */
export interface Contexts {
  readonly token: CommandContext;
  readonly dataPlane: WorkspacesContext;
  readonly worker: WorkerContext;
}

export type Sender = keyof Contexts;

/** Of Lethe's own deletion worker. It acts for no workspace: it gets whatever waits. */
export type WorkerContext = Pick<CommandContext, 'requestId' | 'deadline'>;

/** Of a data plane, or a reader of several workspaces. */
export interface WorkspacesContext extends WorkerContext {
  /** All that it may see. Not empty. */
  readonly workspaceIds: readonly string[];
}
