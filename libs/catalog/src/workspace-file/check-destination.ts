import { didYouMean } from '@lethe/contracts';
import {
  allDefinitions,
  DASHBOARD_VARIABLES,
  findDefinition,
} from '@lethe/destination-definitions';
import type { FileNode } from './file-node.js';
import type { ProblemCollector } from './workspace-file-error.js';

/** Holds a destination against the definition of its type: names of variables, not presence. */
export function checkDestination(destination: FileNode, problems: ProblemCollector): void {
  const type = destination.text('type');
  if (type === undefined) return;
  const definition = findDefinition(type);
  if (definition === undefined) {
    const names = allDefinitions().map(({ name }) => name);
    problems.add(
      destination.member('type').path,
      `there is no destination type "${type}"${didYouMean(type, names)}`,
    );
    return;
  }
  const variables = definition.config.destConfig.defaultConfig;
  const config = destination.member('config');
  for (const name of config.names()) {
    if (variables.includes(name) || DASHBOARD_VARIABLES.includes(name)) continue;
    problems.add(
      config.member(name).path,
      `is not a variable of ${type}${didYouMean(name, variables) || ` (it has ${variables.join(', ')})`}`,
    );
  }
}
