import { readFileSync } from 'node:fs';
import { importDefinitions, type DefinitionProblem } from '@lethe/destination-definitions';
import { z } from 'zod';
import { CatalogError } from '../catalog-error.js';
import { readYaml } from '../workspace-file/read-yaml.js';

/**
 * Environment variable with the path of the file. Each process that needs the file adds this
 * variable to its schema.
 */
export const DEFINITIONS_FILE_VARIABLE = {
  LETHE_DEFINITIONS_FILE: z
    .string()
    .optional()
    .describe(
      'YAML or JSON file with your own destination definitions, for types that your transformer serves. All processes need the same file.',
    ),
};

/**
 * Imports the destination definitions of the operator. Call it once per process, before any code
 * reads definitions.
 *
 * @param path value of `LETHE_DEFINITIONS_FILE`; if absent, nothing happens
 * @throws CatalogError if the file cannot be read, or if it is not valid; the message then has each
 * problem with its path in the file
 */
export function importDefinitionsFile(path: string | undefined): void {
  if (path === undefined) return;
  const problems = importText(readText(path));
  if (problems.length === 0) return;
  const lines = problems.map(
    (found) => `  - ${found.path === '' ? '' : `${found.path}: `}${found.problem}`,
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
    throw new CatalogError(
      `LETHE_DEFINITIONS_FILE: ${path} cannot be read (${code}). Check the path and its permissions.`,
      {
        cause: error,
      },
    );
  }
}

function importText(text: string): readonly DefinitionProblem[] {
  const problems: DefinitionProblem[] = [];
  const written = readYaml(text, { add: (path, problem) => problems.push({ path, problem }) });
  if (problems.length > 0) return problems;
  let document: unknown;
  try {
    // The API returns definitions as JSON. In YAML, a list can contain itself; in JSON, it cannot.
    document = JSON.parse(JSON.stringify(written ?? null));
  } catch {
    return [
      {
        path: '',
        problem: 'The file has a YAML alias inside the value that it refers to. Remove this alias.',
      },
    ];
  }
  return importDefinitions(document);
}
