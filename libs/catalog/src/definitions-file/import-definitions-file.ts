import { readFileSync } from 'node:fs';
import { importDefinitions, type DefinitionProblem } from '@lethe/destination-definitions';
import { z } from 'zod';
import { CatalogError } from '../catalog-error.js';
import { readYaml } from '../workspace-file/read-yaml.js';

/** The variable that names the file, for the schema of each process that needs it. */
export const DEFINITIONS_FILE_VARIABLE = {
  LETHE_DEFINITIONS_FILE: z
    .string()
    .optional()
    .describe(
      'YAML or JSON file with destination definitions of your own, for types that your transformer serves. The same for all processes.',
    ),
};

/**
 * Imports an operator's destination definitions. Called once in a process, before anything reads
 * definitions.
 *
 * @param path value of `LETHE_DEFINITIONS_FILE`; without one nothing happens
 * @throws CatalogError when the file cannot be read, or listing every problem with its path in it
 */
export function importDefinitionsFile(path: string | undefined): void {
  if (path === undefined) return;
  const problems = importText(readText(path));
  if (problems.length === 0) return;
  const lines = problems.map(
    (one) => `  - ${one.path === '' ? '' : `${one.path}: `}${one.problem}`,
  );
  throw new CatalogError(
    `The definitions file is not valid (LETHE_DEFINITIONS_FILE, ${path}):\n${lines.join('\n')}`,
  );
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new CatalogError(`LETHE_DEFINITIONS_FILE: ${path} cannot be read (${code}).`, {
      cause: error,
    });
  }
}

function importText(text: string): readonly DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const written = readYaml(text, { add: (path, problem) => problems.push({ path, problem }) });
  if (problems.length > 0) return problems;
  let document: unknown;
  try {
    // The definitions are served as JSON; YAML can say what JSON cannot, such as a list in itself.
    document = JSON.parse(JSON.stringify(written ?? null));
  } catch {
    return [{ path: '', problem: 'The file holds an alias inside of what it stands for.' }];
  }
  return importDefinitions(document);
}
