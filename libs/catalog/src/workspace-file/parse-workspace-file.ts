import { checkReferences } from './check-references.js';
import { describeIssue } from './describe-issue.js';
import { joinPath } from './file-node.js';
import { readYaml } from './read-yaml.js';
import { resolveValues } from './resolve-values.js';
import { ProblemCollector } from './workspace-file-error.js';
import { workspaceFileSchema, type WorkspaceDocument } from './workspace-schema.js';

/**
 * Reads a workspace file. Changes nothing anywhere.
 *
 * @param text YAML or JSON
 * @param environment for references like `${GEO_API_KEY}`, which may stand in every text but the
 *   `code` of transformations and libraries; `$${NAME}` stands for the text `${NAME}`
 * @returns the document with its defaults filled in
 * @throws WorkspaceFileError listing every problem, each with its path in the document
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
  if (!parsed.success) throw parsed.error; // its issues are among the problems, so never
  return parsed.data;
}

function toStep(step: PropertyKey): string | number {
  return typeof step === 'number' ? step : String(step);
}
