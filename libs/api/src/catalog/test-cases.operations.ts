import { FIXED_LIMITS, TEST_CASE_STAGES, type TestCaseStage } from '@lethe/contracts';
import {
  Member,
  members,
  object,
  objects,
  oneOf,
  route,
  text,
  TIME,
  Together,
} from '../definition/index.js';
import { EVENT, testedCode } from '../tests/test-kinds.js';
import { TestedVersionsDto } from '../tests/tested-versions.dto.js';
import { TransformationErrorDto } from '../tests/transformation-test.dto.js';
import { itemName } from './catalog-kinds.js';
import { EditedAnswerDto, ID, patchOf, shownAs } from './items.js';
import { EXAMPLE_TIMES, resource } from './resource.js';
import { caseIds, event, expected, ignore, stages, TestCaseOutputDto } from './test-case-kinds.js';

const NAME = 'Sign-up event keeps the property plan';
const STAGES = { is: stages, example: ['user_transform'] };
const IGNORE = {
  is: ignore,
  example: ['/0/event/receivedAt'],
  description:
    'JSON Pointers (RFC 6901) into the array of outputs, like `path` in `diff`. Values at these paths are not compared and may be missing.',
};

/** Body of `POST` and `PUT` on the test cases of a transformation or a destination. */
export class TestCaseInputDto extends EditedAnswerDto {
  @Member({ ...ID, example: 'case_signed_up' })
  id?: string;

  @Member({
    is: itemName,
    example: NAME,
    description: 'Unique among the test cases of the transformation or destination.',
  })
  name!: string;

  @Member({
    is: event,
    description: `The event, at most ${FIXED_LIMITS.testCaseEventBytes / 1024} KiB as JSON. The whole test case may have at most ${FIXED_LIMITS.testCaseBytes / 1024} KiB.`,
    example: EVENT,
  })
  event!: Record<string, unknown>;

  @Member({
    ...STAGES,
    optional: true,
    description:
      'Stages that the event passes through. Absent: all possible stages. A transformation has only `user_transform`. Nothing is sent to a destination.',
  })
  stages?: TestCaseStage[];

  @Member({
    is: expected,
    description: 'The expected outputs; an empty array when the event must be dropped.',
    example: [{ event: EVENT }],
  })
  expected!: TestCaseOutputDto[];

  @Member({ ...IGNORE, optional: true })
  ignore?: string[];
}

export class TestCaseDto {
  @Member({ is: text, example: 'case_signed_up' })
  id!: string;

  @Member({ is: text, example: NAME })
  name!: string;

  @Member({ is: members, example: EVENT })
  event!: Record<string, unknown>;

  @Member(STAGES)
  stages!: readonly TestCaseStage[];

  @Member({ is: objects(() => TestCaseOutputDto), example: [{ event: EVENT }] })
  expected!: readonly TestCaseOutputDto[];

  @Member(IGNORE)
  ignore!: readonly string[];

  @Member(TIME)
  createdAt!: string;

  @Member(TIME)
  updatedAt!: string;
}

@Together<RunTestCasesDto>(({ ids, cases }, problems) => {
  if (ids === undefined || cases === undefined) return;
  problems.add('cases', 'must not be given together with ids');
})
export class RunTestCasesDto {
  @Member({
    is: caseIds,
    optional: true,
    example: ['case_signed_up'],
    description: 'Ids of the saved test cases to run. Absent: all, or those in `cases`.',
  })
  ids?: string[];

  @Member({
    is: objects(() => TestCaseInputDto, {
      ...{ least: 1, most: FIXED_LIMITS.testCases, what: 'test cases' },
    }),
    optional: true,
    description: 'Test cases that run instead of the saved ones. They are not saved.',
  })
  cases?: TestCaseInputDto[];

  @Member({
    is: testedCode,
    optional: true,
    example: 'export function transformEvent(event) { return event; }',
    description: `Runs instead of the saved code. At most ${FIXED_LIMITS.codeBytes} bytes in UTF-8, and at most ${FIXED_LIMITS.testedCodeBytes} bytes as JSON.`,
  })
  code?: string;
}

const PATCH_OPERATIONS = ['add', 'remove', 'replace'] as const;

/** One operation of a JSON Patch (RFC 6902). */
export class PatchOperationDto {
  @Member({ is: oneOf(PATCH_OPERATIONS), example: 'replace' })
  op!: (typeof PATCH_OPERATIONS)[number];

  @Member({
    is: text,
    example: '/0/event/properties/plan',
    description: 'A JSON Pointer (RFC 6901).',
  })
  path!: string;

  @Member({
    is: { schema: { anyOf: [{ type: 'string' }, {}] } },
    optional: true,
    description: 'Any value. Absent for `remove`.',
    example: 'free',
  })
  value?: unknown;
}

export const TEST_CASE_STATUSES = ['passed', 'failed', 'error'] as const;
const FAILED = [{ event: { ...EVENT, properties: { plan: 'free' } } }];

export class TestCaseResultDto {
  @Member({
    is: text,
    example: 'case_signed_up',
    description: 'For a test case in `cases` without an id, its position, such as `cases[0]`.',
  })
  id!: string;

  @Member({ is: text, example: NAME })
  name!: string;

  @Member({
    is: oneOf(TEST_CASE_STATUSES),
    example: 'failed',
    description:
      '`passed`: the output equals the expected output. The order of members and the ignored paths do not count. `failed`: the output differs. `error`: there is no output.',
  })
  status!: (typeof TEST_CASE_STATUSES)[number];

  @Member({
    is: objects(() => TestCaseOutputDto),
    optional: true,
    description: 'The actual output of a failed test case.',
    example: FAILED,
  })
  actual?: readonly TestCaseOutputDto[];

  @Member({
    is: objects(() => PatchOperationDto),
    optional: true,
    description:
      'A JSON Patch (RFC 6902) that changes `expected` into `actual`, without the ignored paths.',
  })
  diff?: readonly PatchOperationDto[];

  @Member({
    is: { schema: { type: 'boolean', enum: [true] } },
    optional: true,
    description:
      'True when `actual` and `diff` are left out because the answer is full. Run the test case alone to see them.',
  })
  leftOut?: true;

  @Member({
    is: object(() => TransformationErrorDto),
    optional: true,
    description: 'Reason why there is no output.',
  })
  error?: TransformationErrorDto;

  @Member({
    is: object(() => TestedVersionsDto),
    optional: true,
    description: 'The saved versions that the run used. Absent when nothing ran.',
  })
  versions?: TestedVersionsDto;
}

const NUMBER = { is: { schema: { type: 'integer', minimum: 0 } } };

export class TestCaseRunDto {
  @Member({ ...NUMBER, example: 0 })
  passed!: number;

  @Member({ ...NUMBER, example: 1 })
  failed!: number;

  @Member({ ...NUMBER, example: 0 })
  errors!: number;

  @Member({
    is: objects(() => TestCaseResultDto),
    description:
      'The results, sorted by the name of the test case. For `cases`, in the order of `cases`.',
  })
  results!: readonly TestCaseResultDto[];
}

const INPUT = {
  name: NAME,
  event: EVENT,
  stages: ['user_transform' as const],
  expected: [{ event: EVENT }],
  ignore: IGNORE.example,
};
const ITEM = { id: 'case_signed_up', ...INPUT, ...EXAMPLE_TIMES };
const PATCH = patchOf('TestCasePatchDto', TestCaseInputDto);
const SHOWN = shownAs('TestCase', 'testCase', 'testCases', TestCaseDto);

/** Stages that a test case can run, for each kind of owner. */
export const STAGES_OF = {
  transformation: ['user_transform'],
  destination: TEST_CASE_STAGES,
} as const satisfies Readonly<Record<string, readonly TestCaseStage[]>>;

/** Operations for the test cases of transformations and of destinations. */
export const testCases = {
  transformation: testCasesOf('transformation', {
    ...{ owner: 'Transformation', ownersPath: '/transformations', ownerExample: 'tr_mask' },
    credentials: 'token or basic',
  }),
  destination: testCasesOf('destination', {
    ...{ owner: 'Destination', ownersPath: '/v2/destinations', ownerExample: 'dst_hook' },
    credentials: 'token',
  }),
};

function testCasesOf(
  noun: keyof typeof STAGES_OF,
  {
    owner,
    ownersPath,
    ownerExample,
    credentials,
  }: {
    readonly owner: string;
    readonly ownersPath: `/${string}`;
    readonly ownerExample: string;
    readonly credentials: 'token' | 'token or basic';
  },
) {
  const path = `${ownersPath}/{id}/test-cases` as const;
  const cases = resource({
    one: `${owner}TestCase`,
    many: `${owner}TestCases`,
    noun: `test case of a ${noun}`,
    path,
    credentials,
    input: TestCaseInputDto,
    patch: PATCH,
    shown: SHOWN,
    examples: { input: INPUT, patch: { expected: [] }, item: ITEM, isInDemo: true },
  });
  class OwnerOfRunDto {
    @Member({ is: { schema: { type: 'string', example: ownerExample } }, named: 'id' })
    ownerId!: string;
  }
  const run = route({
    http: `POST ${path}/run`,
    summary: `Run test cases of a ${noun}`,
    description:
      'Runs all saved test cases, those in `ids`, or those in `cases`, with the saved code or with `code`. Each test case runs separately, and nothing is sent to a destination. A failed test case is a result with status 200. Requires the scopes `tests:run` and `catalog:read`. Without the scope `catalog:write`, `getCredential` returns placeholders and `fetch` fails.',
    credentials,
    scopes: ['tests:run', 'catalog:read'],
    path: OwnerOfRunDto,
    body: RunTestCasesDto,
    /** Two levels more than a test case, because it is an element of a list in the body. */
    bodyDepth: FIXED_LIMITS.jsonDepth + 2,
    examples: {
      all: { value: {} },
      some: { value: { ids: [ITEM.id] } },
      unsaved: { value: { cases: [INPUT] } },
    },
    answer: {
      status: 200,
      type: TestCaseRunDto,
      description: 'The result of each test case.',
      example: {
        ...{ passed: 0, failed: 1, errors: 0 },
        results: [
          {
            ...{ id: ITEM.id, name: NAME, status: 'failed', actual: FAILED },
            diff: [{ op: 'replace', path: '/0/event/properties/plan', value: 'free' }],
          },
        ],
      },
    },
  });
  return { ...cases, run };
}
