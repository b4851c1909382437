import { checkDto, type Contexts, type Sender, type StatedCommand } from '@lethe/api/definition';
import { DetailsCollector } from '@lethe/contracts';
import { areTexts, isText, MOST, notTaken, refuse, type Problem } from './check-command.js';

/**
 * Checks a command, of any shape, by the rules of its DTOs.
 *
 * @throws LetheError `invalid_request`
 */
export function checkStatedCommand({ parts, from }: StatedCommand, command: object): void {
  refuse(problemsOfContext((command as { readonly context?: unknown }).context, from));
  const problems = new DetailsCollector();
  for (const type of parts) checkDto(type, command, problems);
  if (!problems.isEmpty) throw notTaken(problems.toDetails());
}

/** @returns what is wrong with the context of a command, of any shape, by its path */
export function problemsOfContext(context: unknown, from: Sender): Problem[] {
  const given = Object(context) as Partial<Contexts['token'] & Contexts['dataPlane']>;
  return [
    ['context.requestId', !isText(given.requestId, MOST.requestId)],
    ['context.deadline', !Number.isFinite(given.deadline)],
    ...(from === 'token'
      ? ([
          ['context.workspaceId', !isText(given.workspaceId, MOST.id)],
          ['context.actor', !isText(given.actor, MOST.name)],
        ] as const)
      : []),
    ...(from === 'dataPlane'
      ? ([['context.workspaceIds', !areTexts(given.workspaceIds, MOST.workspaces)]] as const)
      : []),
  ];
}
