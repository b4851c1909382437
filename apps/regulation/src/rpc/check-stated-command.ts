import {
  checkDtoInSteps,
  type Contexts,
  type Sender,
  type StatedCommand,
} from '@lethe/api/definition';
import { DetailsCollector, LetheError, textProblem, type ErrorDetails } from '@lethe/contracts';
import { CHARACTERS_OF_A_STEP, ELEMENTS_OF_A_STEP, Pace } from '@lethe/resilience';

/** Most characters of ids and names, and most workspaces. */
export const MOST = { id: 255, name: 10_000, requestId: 255, workspaces: 100_000 };

/** What an element, such as a user, counts beside its texts. */
const CHARACTERS_OF_AN_ELEMENT = CHARACTERS_OF_A_STEP / ELEMENTS_OF_A_STEP;

/** What a command must not have: the path of a member, and whether it is wrong. */
type Problem = readonly [path: string, isWrong: boolean];

/**
 * Checks a command, of any shape, by the rules of its DTOs: with bounds that no gateway's settings exceed.
 *
 * @returns what is carried out: the context, and what the rules make of each member. Their defaults are bounds, too.
 * @throws LetheError `invalid_request`
 */
export async function checkStatedCommand<C extends { readonly context: unknown }>(
  { parts, from }: StatedCommand,
  command: C,
): Promise<C> {
  const { context } = command;
  const wrong = problemsOfContext(context, from).filter(([, isWrong]) => isWrong);
  if (wrong.length > 0) {
    const problem = 'is missing, too large, or no such value';
    throw notTaken(Object.fromEntries(wrong.map(([path]) => [path, problem])));
  }
  const problems = new DetailsCollector();
  const pace = new Pace(ELEMENTS_OF_A_STEP);
  const checked: object[] = [];
  for (const type of parts) checked.push(await checkDtoInSteps(type, command, problems, pace));
  const carriedOut = Object.assign({}, ...checked, { context }) as C;
  await checkTexts(carriedOut, problems);
  if (!problems.isEmpty) throw notTaken(problems.toDetails());
  return carriedOut;
}

/** Reports the members of a command that hold, in whatever depth, a text or a name that PostgreSQL cannot store. */
async function checkTexts(command: object, problems: DetailsCollector): Promise<void> {
  const pace = new Pace(CHARACTERS_OF_A_STEP);
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
      const pause = pace.did(
        typeof value === 'string' ? value.length + 1 : CHARACTERS_OF_AN_ELEMENT,
      );
      if (pause !== undefined) await pause;
    }
  }
}

/** @returns what is wrong with the context of a command, of any shape, by its path */
function problemsOfContext(context: unknown, from: Sender): Problem[] {
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

/** @param details what is wrong, by path */
function notTaken(details: ErrorDetails): LetheError {
  const message = 'The regulation service does not take this command.';
  return new LetheError('invalid_request', { message, details });
}

function isText(value: unknown, most: number): boolean {
  return typeof value === 'string' && value !== '' && value.length <= most;
}

function areTexts(value: unknown, most: number): boolean {
  return Array.isArray(value) && value.length <= most && value.every((one) => isText(one, MOST.id));
}
