import type { CommandContext } from '@lethe/contracts';
import { toLetheError } from '@lethe/database';
import { WorkspaceConcurrency } from './database/workspace-concurrency.js';
import type { ForegroundWork } from './foreground-work.js';

/** Through which all commands go: the end of the service waits for them, and outages of the database become errors for callers. */
export class CommandGate {
  private readonly readsOfWorkspaces: WorkspaceConcurrency;

  /** @param readsOfWorkspace look-ups of one workspace at once */
  constructor(
    private readonly foreground: ForegroundWork,
    readsOfWorkspace: number,
  ) {
    this.readsOfWorkspaces = new WorkspaceConcurrency(readsOfWorkspace);
  }

  /** Waits for the commands that are being carried out. */
  drain(): Promise<void> {
    return this.foreground.drain();
  }

  /** Runs a look-up in turn with those of the same workspace. */
  read<T>({ context }: { readonly context: CommandContext }, work: () => Promise<T>): Promise<T> {
    return this.tracked(this.readsOfWorkspaces.run(context.workspaceId, work));
  }

  /** Makes `drain` wait for work, and its errors those for callers. */
  async tracked<T>(work: Promise<T>): Promise<T> {
    try {
      return await this.foreground.track(work);
    } catch (error) {
      throw toLetheError(error);
    }
  }
}
