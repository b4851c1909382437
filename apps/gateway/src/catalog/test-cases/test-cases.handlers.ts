import {
  STAGES_OF,
  testCases,
  type RunTestCasesDto,
  type TestCaseDto,
  type TestCaseInputDto,
} from '@lethe/api/catalog';
import type { CheckTogether } from '@lethe/api/definition';
import { sizeProblem } from '@lethe/api/tests';
import type { CatalogTestCase, TestCaseOwner } from '@lethe/catalog';
import {
  DetailsCollector,
  FIXED_LIMITS,
  invalidMember,
  isObject,
  LetheError,
  nameProblem,
  type TestCaseStage,
} from '@lethe/contracts';
import { endSignal } from '../../http/request-end.js';
import { controllerOf } from '../../operations/controller-of.js';
import { pickMembers } from '../../operations/pick-members.js';
import type { RouteHandler } from '../../operations/handlers.js';
import type { CallerParts } from '../../admission/rates/caller-limits.js';
import { untestable } from '../../tests/checks-in-order.js';
import { resourceHandlers, type EditorParts } from '../resource-handlers.js';
import { TestCaseRuns, type CaseOfRun, type NamedCase } from './test-case-runs.js';

export const TransformationTestCases = testCasesController('transformation');
export const DestinationTestCases = testCasesController('destination');

function testCasesController(kind: TestCaseOwner['kind']) {
  const { run, ...cases } = testCases[kind];
  const runId = `run${cases.many}`;
  return controllerOf(
    { ...cases, operations: { ...cases.operations, [runId]: run } },
    ({ editor, limits, callers }: EditorParts & CallerParts, runs: TestCaseRuns) => {
      const casesOf = (id: string) => editor.testCasesOf({ kind, id });
      /** Throws LetheError `not_found`. */
      const expectOwner = async (workspaceId: string, id: string) => {
        const owner: object | undefined = await editor[`${kind}s`].find(workspaceId, id);
        if (owner === undefined) throw new LetheError('not_found');
        return owner;
      };
      const runHandler: RouteHandler<typeof run> = {
        checks: checksOfRun(STAGES_OF[kind]),
        async answers({ path, body, identity, request, reply }) {
          const { workspaceId } = identity;
          const { ids, cases: unsaved, code } = body;
          const owner = await expectOwner(workspaceId, path.ownerId);
          const table = casesOf(path.ownerId);
          const chosen =
            unsaved?.map((one, at) => unsavedCase(kind, one, at)) ??
            chosenOf(await table.names(workspaceId), ids && [...new Set(ids)]);
          callers.charge('tests', identity, reply, chosen.length);
          return runs.run({
            ...{ identity, table, cases: chosen, requestId: request.id },
            target: { [`${kind}Id`]: path.ownerId, ...(code === undefined ? {} : { code }) },
            untestable: 'type' in owner ? untestable({ type: String(owner.type) }) : undefined,
            ended: endSignal(request, reply),
          });
        },
      };
      const handlers = resourceHandlers(
        cases,
        {
          ...{ table: casesOf, expectOwner, show: toTestCaseDto },
          toValues: (input) => toValues(kind, input),
          checks: furtherChecks(STAGES_OF[kind]),
        },
        limits,
      );
      return { ...handlers, [runId]: runHandler };
    },
    TestCaseRuns,
  );
}

/** @param known stages that the test cases of a transformation, or of a destination, can have */
function furtherChecks(known: readonly TestCaseStage[]): CheckTogether<TestCaseInputDto> {
  return ({ name, event, stages, expected, ignore }, problems) => {
    if (stages !== undefined && !areStages(stages, known)) {
      problems.add('stages', `must list one or more of ${known.join(', ')}, each at most once`);
    }
    if (typeof event !== 'object') return;
    const testCase = { name, event, stages: known, expected, ignore };
    const tooLarge = sizeProblem(testCase, FIXED_LIMITS.testCaseBytes);
    if (tooLarge !== undefined) problems.add('expected', tooLarge);
  };
}

function areStages(given: unknown, known: readonly unknown[]): boolean {
  return (
    Array.isArray(given) &&
    given.length > 0 &&
    new Set(given).size === given.length &&
    given.every((stage) => known.includes(stage))
  );
}

/** Checks the test cases of a request that are not saved like new saved ones. */
function checksOfRun(known: readonly TestCaseStage[]): CheckTogether<RunTestCasesDto> {
  const checks = furtherChecks(known);
  return ({ cases }, problems, settings) => {
    // The rules of the body have already refused more test cases.
    if (!Array.isArray(cases) || cases.length > FIXED_LIMITS.testCases) return;
    for (const [at, one] of (cases as readonly unknown[]).entries()) {
      if (!isObject(one)) continue;
      const own = new DetailsCollector();
      const problem = typeof one.name === 'string' ? nameProblem(one.name) : undefined;
      if (problem !== undefined) own.add('name', problem);
      checks(one, own, settings);
      for (const [path, text] of Object.entries(own.toDetails())) {
        problems.add(`cases[${at}].${path}`, text);
      }
    }
  };
}

function toValues(
  kind: TestCaseOwner['kind'],
  { name, event, stages = [...STAGES_OF[kind]], expected, ignore = [] }: TestCaseInputDto,
) {
  return { name, event, stages, expected, ignore };
}

/** @param at position in `cases`, which identifies the result of a case without an id */
function unsavedCase(kind: TestCaseOwner['kind'], input: TestCaseInputDto, at: number): CaseOfRun {
  const { id = `cases[${at}]`, name } = input;
  return { id, name, content: toValues(kind, input) };
}

function toTestCaseDto(testCase: CatalogTestCase): TestCaseDto {
  const { stages, expected, ignore } = testCase;
  return {
    ...pickMembers(testCase, 'id', 'name', 'event'),
    ...{ stages: [...stages], expected: [...expected], ignore: [...ignore] },
    ...pickMembers(testCase, 'createdAt', 'updatedAt'),
  };
}

/** @throws LetheError `invalid_request` if an id is unknown */
function chosenOf(
  all: readonly NamedCase[],
  ids: readonly string[] | undefined,
): readonly NamedCase[] {
  if (ids === undefined) return all;
  const unknown = ids.findIndex((id) => !all.some((one) => one.id === id));
  if (unknown !== -1)
    throw invalidMember(`ids[${unknown}]`, 'there is no test case with this id here');
  return all.filter(({ id }) => ids.includes(id));
}
