import {
  DetailsCollector,
  FIXED_LIMITS,
  ID_PATTERN,
  isObject,
  JSON_POINTER,
  TEST_CASE_STAGES,
} from '@lethe/contracts';
import { Member, members, objects, reportUnknownNames, type Kind } from '../definition/index.js';
import { EVENT, madeOrError, sizeProblem } from '../tests/test-kinds.js';

const MOST_IGNORED = FIXED_LIMITS.testCaseIgnored;
const MOST_CASES = FIXED_LIMITS.testCases;
/** More is shown of no request. */
const MOST_REPORTED = 50;

/** One event that comes out. */
export class TestCaseOutputDto {
  @Member({
    is: members,
    optional: true,
    description: 'The event after the user transformation; absent where that does not run.',
    example: EVENT,
  })
  event?: unknown;

  @Member({
    is: madeOrError({ type: 'object', additionalProperties: true }),
    optional: true,
    description:
      'The requests that the destination would get, or `{ "error": … }`; absent where they are not made.',
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

/** Which there are depends on what the case is beside, so the handler checks them. */
export const stages: Kind = {
  schema: {
    type: 'array',
    items: { type: 'string', enum: [...TEST_CASE_STAGES] },
    minItems: 1,
    uniqueItems: true,
  },
};

/** What has to come out. */
export const expected: Kind = {
  ...objects(() => TestCaseOutputDto),
  check: (value, report) => {
    if (!Array.isArray(value)) {
      report('must be a list of what comes out; empty for an event that is dropped');
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
      report(`must be a list of at most ${MOST_IGNORED} paths, each once`);
      return;
    }
    value.forEach((path, at) => {
      if (typeof path === 'string' && JSON_POINTER.test(path)) return;
      report(
        'must be a JSON Pointer, such as /0/event/receivedAt, with ~0 and ~1 for ~ and / in a name',
        `[${at}]`,
      );
    });
  },
};

/** Ids of those to run. */
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
      report(`must be a list of 1 to ${MOST_CASES} ids`);
      return;
    }
    value.forEach((id, at) => {
      if (typeof id !== 'string' || !ID_PATTERN.test(id)) report('must be an id', `[${at}]`);
    });
  },
};
