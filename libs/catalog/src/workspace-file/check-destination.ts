import { DetailsCollector, showKey } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import {
  checkDestinationConfig,
  destinationTypeProblem,
} from '../destination-config/check-destination-config.js';
import { FileNode, joinPath } from './file-node.js';
import type { ProblemCollector } from './workspace-file-error.js';

/** Checks a destination against the definition of its type, as the API does. */
export function checkDestination(destination: FileNode, problems: ProblemCollector): void {
  const type = destination.text('type');
  if (type === undefined) return;
  const typeProblem = destinationTypeProblem(type);
  if (typeProblem !== undefined) {
    problems.add(destination.member('type').path, typeProblem);
    return;
  }
  const config = destination.member('config');
  const { value } = config;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const definition = findDefinition(type);
  const found = new DetailsCollector();
  checkDestinationConfig(definition, value as Readonly<Record<string, unknown>>, {}, found);
  if (found.isEmpty) return;
  const variables = definition?.config.destConfig.defaultConfig ?? [];
  const paths = pathsInFile(config);
  for (const [path, problem] of Object.entries(found.toDetails())) {
    const isUnknown = problem === `is not a variable of ${type}`;
    const hint = isUnknown ? ` (it has ${variables.join(', ')})` : '';
    problems.add(paths.get(path) ?? `${destination.path}.${path}`, `${problem}${hint}`);
  }
}

/** @returns path in the API → path in the file, for each value of a configuration */
function pathsInFile(config: FileNode): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const visit = (node: FileNode, path: string): void => {
    const shown = `config.${showKey(path)}`;
    if (!paths.has(shown)) paths.set(shown, node.path);
    if (Array.isArray(node.value)) {
      node.value.forEach((element: unknown, index) => {
        visit(new FileNode(element, joinPath(node.path, index)), `${path}[${index}]`);
      });
    }
    for (const name of node.names()) visit(node.member(name), `${path}.${name}`);
  };
  for (const name of config.names()) visit(config.member(name), name);
  return paths;
}
