import {
  DetailsCollector,
  FIXED_LIMITS,
  ID_PATTERN,
  ID_PROBLEM,
  isObject,
  JSON_POINTER,
  TEST_CASE_STAGES,
} from '@lethe/contracts';
import { Member, members, objects, reportUnknownNames, type Kind } from '../definition/index.js';
import { EVENT, outputOrError, sizeProblem } from '../tests/test-kinds.js';

const MOST_IGNORED = FIXED_LIMITS.testCaseIgnored;
const MOST_CASES = FIXED_LIMITS.testCases;
/** Maximum number of problems in one answer. */
const MOST_REPORTED = 50;

export class TestCaseOutputDto {
  @Member({
    is: members,
    optional: true,
    description: 'The event after the user transformation. Absent when this stage does not run.',
    example: EVENT,
  })
  event?: unknown;

  @Member({
    is: outputOrError({ type: 'object', additionalProperties: true }),
    optional: true,
    description:
      'The requests that the destination would receive, or `{ "error": … }`. Absent when this stage does not run.',
  })
  requests?: unknown;
}

export const event: Kind = {
  schema: { type: 'object', additionalProperties: true },
  check: (value, report) => {
    const problem = isObject(value)
      ? sizeProblem(value, FIXED_LIMITS.testCaseEventBytes)
      : 'must be an object';
    if (problem !== undefined) report(problem);
  },
};

/** Stages of a test case. The handler checks them, because they depend on the owner. */
export const stages: Kind = {
  schema: {
    type: 'array',
    items: { type: 'string', enum: [...TEST_CASE_STAGES] },
    minItems: 1,
    uniqueItems: true,
  },
};

export const expected: Kind = {
  ...objects(() => TestCaseOutputDto),
  check: (value, report) => {
    if (!Array.isArray(value)) {
      report(
        'must be an array of expected outputs; send an empty array if the event must be dropped',
      );
      return;
    }
    let reported = 0;
    for (const [at, output] of value.entries()) {
      if (reported >= MOST_REPORTED) return;
      if (!isObject(output)) {
        reported += 1;
        report('must be an object with event, requests or both', `[${at}]`);
        continue;
      }
      const problems = new DetailsCollector();
      reportUnknownNames(output, ['event', 'requests'], 'property', problems);
      for (const [name, problem] of Object.entries(problems.toDetails())) {
        reported += 1;
        report(problem, `[${at}].${name}`);
      }
    }
  },
};

export const ignore: Kind = {
  schema: {
    type: 'array',
    items: { type: 'string', pattern: JSON_POINTER.source },
    maxItems: MOST_IGNORED,
    uniqueItems: true,
  },
  check: (value, report) => {
    if (
      !Array.isArray(value) ||
      value.length > MOST_IGNORED ||
      new Set(value).size < value.length
    ) {
      report(`must be an array of at most ${MOST_IGNORED} different paths`);
      return;
    }
    value.forEach((path, at) => {
      if (typeof path === 'string' && JSON_POINTER.test(path)) return;
      report(
        'must be a JSON Pointer, such as /0/event/receivedAt; in a name, write ~ as ~0 and / as ~1',
        `[${at}]`,
      );
    });
  },
};

/** Ids of the test cases to run. */
export const caseIds: Kind = {
  schema: {
    type: 'array',
    items: { type: 'string', pattern: ID_PATTERN.source },
    minItems: 1,
    maxItems: MOST_CASES,
    uniqueItems: true,
  },
  check: (value, report) => {
    if (!Array.isArray(value) || value.length === 0 || value.length > MOST_CASES) {
      report(`must be an array of 1 to ${MOST_CASES} ids`);
      return;
    }
    value.forEach((id, at) => {
      if (typeof id !== 'string' || !ID_PATTERN.test(id)) report(ID_PROBLEM, `[${at}]`);
    });
  },
};
