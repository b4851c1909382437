import { checkReferences } from './check-references.js';
import { describeIssue } from './describe-issue.js';
import { joinPath } from './file-node.js';
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
 * @returns the document, completed with default values
 * @throws WorkspaceFileError with all problems and their paths in the document
 */
export function parseWorkspaceFile(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
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
  problems.throwIfAny();
  if (!parsed.success) throw parsed.error; // unreachable, because `problems` has its issues
  return parsed.data;
}

function toStep(step: PropertyKey): string | number {
  return typeof step === 'number' ? step : String(step);
}
