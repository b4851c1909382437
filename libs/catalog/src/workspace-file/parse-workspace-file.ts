import { checkReferences } from './check-references.js';
import { describeIssue } from './describe-issue.js';
import { FileNode, joinPath } from './file-node.js';
import { readYaml } from './read-yaml.js';
import { resolveValues } from './resolve-values.js';
import { ProblemCollector } from './workspace-file-error.js';
import { workspaceFileSchema, type WorkspaceDocument } from './workspace-schema.js';

/**
 * Reads and checks a workspace file. Stores nothing.
 *
 * @param text YAML or JSON
 * @param environment the variables for references such as `${GEO_API_KEY}`. References are
 * allowed in every text except the `code` of transformations and libraries. `$${NAME}` gives the
 * text `${NAME}`
 * @param limits.personalDataDays days for which identifiers are kept after a deletion. A workspace
 *   cannot verify deletions later than that
 * @returns the document, completed with default values
 * @throws WorkspaceFileError with all problems and their paths in the document
 */
export function parseWorkspaceFile(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
  { personalDataDays = Infinity }: { readonly personalDataDays?: number } = {},
): WorkspaceDocument {
  const problems = new ProblemCollector();
  const written = readYaml(text, problems);
  problems.throwIfAny();

  const document = resolveValues(written, '', environment, problems);
  const parsed = workspaceFileSchema.safeParse(document, { error: describeIssue });
  for (const { path, message } of parsed.error?.issues ?? []) {
    problems.add(path.map(toStep).reduce(joinPath, ''), message);
  }
  checkReferences(document, problems);
  checkVerifications(document, personalDataDays, problems);
  problems.throwIfAny();
  if (!parsed.success) throw parsed.error; // unreachable, because `problems` has its issues
  return parsed.data;
}

function checkVerifications(
  document: unknown,
  personalDataDays: number,
  problems: ProblemCollector,
): void {
  for (const workspace of new FileNode(document, '').list('workspaces')) {
    const { path, value } = workspace.member('verifyAfterDays');
    if (typeof value !== 'number' || value <= personalDataDays) continue;
    problems.add(path, lateVerificationProblem(personalDataDays));
  }
}

/** @param personalDataDays the value of `LETHE_PII_RETENTION_DAYS` */
export function lateVerificationProblem(personalDataDays: number): string {
  return `must be at most ${personalDataDays}, because identifiers are purged ${personalDataDays} days after a deletion (LETHE_PII_RETENTION_DAYS), and a verification needs them. Lower this value, or raise LETHE_PII_RETENTION_DAYS`;
}

function toStep(step: PropertyKey): string | number {
  return typeof step === 'number' ? step : String(step);
}
