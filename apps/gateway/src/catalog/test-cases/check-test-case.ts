import { RunTestCasesDto, type TestCaseInputDto } from '@lethe/api';
import { isIdentifier } from '@lethe/catalog';
import { DetailsCollector, FIXED_LIMITS, JSON_POINTER, type TestCaseStage } from '@lethe/contracts';
import { membersOfBody } from '../../http/request/body-members.js';
import { reportUnknownNames } from '@lethe/api/definition';
import { validateDto } from '../../http/request/validate-dto.js';
import { checkSize } from '../../test-runs/check-test-request.js';
import { checkTestedCode } from '../../test-runs/check-transformation-test.js';

const OUTPUT_NAMES = ['event', 'requests'] as const;

/** What the rules of the DTO do not say. @param stages those that there are beside the owner */
export function checkTestCase(
  input: Partial<TestCaseInputDto>,
  stages: readonly TestCaseStage[],
  problems: DetailsCollector,
): void {
  const { name, event, expected, ignore } = input;
  if (input.stages !== undefined) checkStages(input.stages, stages, problems);
  checkExpected(expected, problems);
  if (ignore !== undefined) checkIgnored(ignore, problems);
  if (typeof event !== 'object') return;
  checkSize('event', event, FIXED_LIMITS.testCaseEventBytes, problems);
  const whole = { name, event, stages, expected, ignore };
  checkSize('expected', whole, FIXED_LIMITS.testCaseBytes, problems);
}

function checkStages(
  given: unknown,
  stages: readonly TestCaseStage[],
  problems: DetailsCollector,
): void {
  const known: readonly unknown[] = stages;
  const isOne =
    Array.isArray(given) &&
    given.length > 0 &&
    new Set(given).size === given.length &&
    given.every((stage) => known.includes(stage));
  if (isOne) return;
  problems.add('stages', `must stay within ${stages.join(', ')}: a list of one or more, each once`);
}

function checkExpected(given: unknown, problems: DetailsCollector): void {
  if (!Array.isArray(given)) {
    problems.add(
      'expected',
      'must be a list of what comes out; empty for an event that is dropped',
    );
    return;
  }
  for (const [index, output] of given.entries()) {
    if (problems.isFull) return;
    const path = `expected[${index}]`;
    if (typeof output !== 'object' || output === null || Array.isArray(output)) {
      problems.add(path, 'must be an object with event, requests or both');
      continue;
    }
    const ofOutput = new DetailsCollector();
    reportUnknownNames(output as object, OUTPUT_NAMES, 'property', ofOutput);
    for (const [name, problem] of Object.entries(ofOutput.toDetails())) {
      problems.add(`${path}.${name}`, problem);
    }
  }
}

function checkIgnored(given: unknown, problems: DetailsCollector): void {
  const most = FIXED_LIMITS.testCaseIgnored;
  if (!Array.isArray(given) || given.length > most || new Set(given).size < given.length) {
    problems.add('ignore', `must be a list of at most ${most} paths, each once`);
    return;
  }
  for (const [index, path] of given.entries()) {
    if (typeof path === 'string' && JSON_POINTER.test(path)) continue;
    problems.add(
      `ignore[${index}]`,
      'must be a JSON Pointer, such as /0/event/receivedAt, with ~0 and ~1 for ~ and / in a name',
    );
  }
}

/** What is to be run. */
export interface WantedRun {
  /** Absent: all. */
  readonly ids?: readonly string[];
  readonly code?: string;
}

/** @throws LetheError `invalid_request` naming each offending path */
export function checkTestCaseRun(body: unknown): WantedRun {
  const problems = new DetailsCollector();
  const names = ['ids', 'code'] as const;
  const { ids, code } = validateDto(
    RunTestCasesDto,
    membersOfBody(body, names, problems),
    names,
    problems,
  );
  if (ids !== undefined) checkIds(ids, problems);
  checkTestedCode(code, problems);
  problems.throwIfAny();
  return {
    ...(ids === undefined ? {} : { ids: [...new Set(ids)] }),
    ...(code === undefined ? {} : { code }),
  };
}

function checkIds(given: unknown, problems: DetailsCollector): void {
  const most = FIXED_LIMITS.testCases;
  if (!Array.isArray(given) || given.length === 0 || given.length > most) {
    problems.add('ids', `must be a list of 1 to ${most} ids`);
    return;
  }
  for (const [index, id] of given.entries()) {
    if (typeof id !== 'string' || !isIdentifier(id)) problems.add(`ids[${index}]`, 'must be an id');
  }
}
