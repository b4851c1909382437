import { OperatorError } from '@lethe/contracts';

/** One problem of a workspace file. Holds no secret. */
export interface WorkspaceFileProblem {
  /** Where, e.g. `workspaces[0].destinations[1].config`; empty for the file as a whole. */
  readonly path: string;
  readonly problem: string;
}

/** The workspace file cannot be applied. Lists every problem at once. */
export class WorkspaceFileError extends OperatorError {
  override readonly name = 'WorkspaceFileError';

  constructor(readonly problems: readonly WorkspaceFileProblem[]) {
    const lines = problems.map(({ path, problem }) =>
      path === '' ? `  - ${problem}` : `  - ${path}: ${problem}`,
    );
    super(`The workspace file is not valid:\n${lines.join('\n')}`);
  }
}

/** Collects the problems of a file. */
export class ProblemCollector {
  private readonly found = new Map<string, WorkspaceFileProblem>();
  private readonly settled = new Set<string>();

  add(path: string, problem: string): void {
    if (!this.settled.has(path)) this.found.set(`${path}\n${problem}`, { path, problem });
  }

  /** Adds a problem that explains any others at the same path: those are not added. */
  settle(path: string, problem: string): void {
    this.add(path, problem);
    this.settled.add(path);
  }

  /** @throws WorkspaceFileError when there are any */
  throwIfAny(): void {
    if (this.found.size === 0) return;
    throw new WorkspaceFileError([...this.found.values()].sort(byPosition));
  }
}

/** In the order of the document, as far as paths tell: `[2]` before `[10]`. */
function byPosition(a: WorkspaceFileProblem, b: WorkspaceFileProblem): number {
  return a.path.localeCompare(b.path, 'en', { numeric: true });
}
