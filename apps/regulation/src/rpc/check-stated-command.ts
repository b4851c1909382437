import {
  checkDtoInSteps,
  type Contexts,
  type Sender,
  type StatedCommand,
} from '@lethe/api/definition';
import { DetailsCollector, LetheError, textProblem, type ErrorDetails } from '@lethe/contracts';
import { CHARACTERS_OF_A_STEP, ELEMENTS_OF_A_STEP, StepCounter } from '@lethe/resilience';

/** Maximum characters of ids and names, and maximum number of workspaces. */
export const MOST = { id: 255, name: 10_000, requestId: 255, workspaces: 100_000 };

/**
 * Work for an element, such as a user, in addition to its texts. The unit is the work for one
 * character.
 */
const CHARACTERS_OF_AN_ELEMENT = CHARACTERS_OF_A_STEP / ELEMENTS_OF_A_STEP;

type Problem = readonly [path: string, isWrong: boolean];

/**
 * Checks a command by the rules of its DTOs, with bounds that no setting of a gateway exceeds.
 *
 * @returns the context and the checked members, with defaults
 * @throws LetheError `invalid_request`
 */
export async function checkStatedCommand<C extends { readonly context: unknown }>(
  { parts, from }: StatedCommand,
  command: C,
): Promise<C> {
  const { context } = command;
  const wrong = problemsOfContext(context, from).filter(([, isWrong]) => isWrong);
  if (wrong.length > 0) {
    const problem = 'is missing, too large, or not valid';
    throw invalidCommand(Object.fromEntries(wrong.map(([path]) => [path, problem])));
  }
  const problems = new DetailsCollector();
  const steps = new StepCounter(ELEMENTS_OF_A_STEP);
  const checked: object[] = [];
  for (const type of parts) checked.push(await checkDtoInSteps(type, command, problems, steps));
  const result = Object.assign({}, ...checked, { context }) as C;
  await checkTexts(result, problems);
  if (!problems.isEmpty) throw invalidCommand(problems.toDetails());
  return result;
}

/** Reports texts and names, at any depth, that PostgreSQL cannot store. */
async function checkTexts(command: object, problems: DetailsCollector): Promise<void> {
  const steps = new StepCounter(CHARACTERS_OF_A_STEP);
  for (const [name, member] of Object.entries(command)) {
    const open: unknown[] = [member];
    while (open.length > 0) {
      const value = open.pop();
      if (typeof value === 'string') {
        const problem = textProblem(value);
        if (problem !== undefined) problems.add(name, problem);
      } else if (Array.isArray(value)) {
        for (const element of value) open.push(element);
      } else if (typeof value === 'object' && value !== null) {
        for (const [key, inner] of Object.entries(value)) open.push(key, inner);
      }
      const pause = steps.did(
        typeof value === 'string' ? value.length + 1 : CHARACTERS_OF_AN_ELEMENT,
      );
      if (pause !== undefined) await pause;
    }
  }
}

function problemsOfContext(context: unknown, from: Sender): Problem[] {
  const members = Object(context) as Partial<Contexts['token'] & Contexts['dataPlane']>;
  return [
    ['context.requestId', !isText(members.requestId, MOST.requestId)],
    ['context.deadline', !Number.isFinite(members.deadline)],
    ...(from === 'token'
      ? ([
          ['context.workspaceId', !isText(members.workspaceId, MOST.id)],
          ['context.actor', !isText(members.actor, MOST.name)],
        ] as const)
      : []),
    ...(from === 'dataPlane'
      ? ([['context.workspaceIds', !areTexts(members.workspaceIds, MOST.workspaces)]] as const)
      : []),
  ];
}

function invalidCommand(details: ErrorDetails): LetheError {
  const message = 'The regulation service does not accept this command. See details.';
  return new LetheError('invalid_request', { message, details });
}

function isText(value: unknown, most: number): boolean {
  return typeof value === 'string' && value !== '' && value.length <= most;
}

function areTexts(value: unknown, most: number): boolean {
  return Array.isArray(value) && value.length <= most && value.every((one) => isText(one, MOST.id));
}
