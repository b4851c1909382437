import { OperatorError } from '@lethe/contracts';

/** One problem of a workspace file. The text contains no secret. */
export interface WorkspaceFileProblem {
  /**
   * For example `workspaces[0].destinations[1].config`; empty if the problem concerns the whole
   * file.
   */
  readonly path: string;
  readonly problem: string;
}

/** Error of a workspace file that cannot be applied. It has all problems of the file. */
export class WorkspaceFileError extends OperatorError {
  override readonly name = 'WorkspaceFileError';

  constructor(readonly problems: readonly WorkspaceFileProblem[]) {
    const lines = problems.map(({ path, problem }) =>
      path === '' ? `  - ${problem}` : `  - ${path}: ${problem}`,
    );
    super(`The workspace file is not valid:\n${lines.join('\n')}`);
  }
}

export class ProblemCollector {
  private readonly found = new Map<string, WorkspaceFileProblem>();
  private readonly explainedPaths = new Set<string>();

  add(path: string, problem: string): void {
    if (!this.explainedPaths.has(path)) this.found.set(`${path}\n${problem}`, { path, problem });
  }

  /**
   * Adds a problem that is the cause of all later problems at the same path. Later problems at this
   * path are not added.
   */
  addExplaining(path: string, problem: string): void {
    this.add(path, problem);
    this.explainedPaths.add(path);
  }

  /** @throws WorkspaceFileError if there are problems */
  throwIfAny(): void {
    if (this.found.size === 0) return;
    throw new WorkspaceFileError([...this.found.values()].sort(byPosition));
  }
}

/** Compares paths and treats indexes as numbers, so that `[2]` comes before `[10]`. */
function byPosition(a: WorkspaceFileProblem, b: WorkspaceFileProblem): number {
  return a.path.localeCompare(b.path, 'en', { numeric: true });
}
