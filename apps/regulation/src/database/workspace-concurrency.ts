/**
 * Limits how many works of one workspace run at once; further ones wait for those of their own
 * workspace, not before those of others.
 */
export class WorkspaceConcurrency {
  private readonly workspaces = new Map<string, { running: number; waiting: (() => void)[] }>();

  constructor(private readonly atOnce: number) {}

  /** @throws the error of `work` */
  async run<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const workspace = this.workspaces.get(workspaceId) ?? { running: 0, waiting: [] };
    this.workspaces.set(workspaceId, workspace);
    if (workspace.running < this.atOnce) workspace.running += 1;
    else await new Promise<void>((resolve) => workspace.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = workspace.waiting.shift();
      if (next !== undefined)
        next(); // has this turn
      else if (--workspace.running === 0) this.workspaces.delete(workspaceId);
    }
  }
}
