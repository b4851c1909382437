import { FIXED_LIMITS, TEST_CASE_STAGES, type TestCaseStage } from '@lethe/contracts';
import { Member, members, object, objects, oneOf, route, text, TIME } from '../definition/index.js';
import { EVENT, testedCode } from '../tests/test-kinds.js';
import { TestedVersionsDto } from '../tests/tested-versions.dto.js';
import { TransformationErrorDto } from '../tests/transformation-test.dto.js';
import { itemName } from './catalog-kinds.js';
import { EditedAnswerDto, ID, patchOf, shownAs } from './items.js';
import { EXAMPLE_TIMES, resource } from './resource.js';
import { caseIds, event, expected, ignore, stages, TestCaseOutputDto } from './test-case-kinds.js';

const NAME = 'A sign-up keeps its plan';
const STAGES = { is: stages, example: ['user_transform'] };
const IGNORE = {
  is: ignore,
  example: ['/0/event/receivedAt'],
  description:
    'JSON Pointers (RFC 6901) into the list of what comes out, as `path` of a difference: what is at these places is not compared, there or not.',
};

/** Body of `POST` and `PUT` on the test cases of a transformation or a destination. */
export class TestCaseInputDto extends EditedAnswerDto {
  @Member({ ...ID, example: 'case_signed_up' })
  id?: string;

  @Member({
    is: itemName,
    example: NAME,
    description: 'No other one beside the same transformation or destination has it.',
  })
  name!: string;

  @Member({
    is: event,
    description: `At most ${FIXED_LIMITS.testCaseEventBytes / 1024} KiB as JSON; with all the rest at most ${FIXED_LIMITS.testCaseBytes / 1024} KiB.`,
    example: EVENT,
  })
  event!: Record<string, unknown>;

  @Member({
    ...STAGES,
    optional: true,
    description:
      'What the event goes through; all that there is when it is absent. A transformation has `user_transform` only. Nothing is ever sent.',
  })
  stages?: TestCaseStage[];

  @Member({
    is: expected,
    description: 'What has to come out; an empty list where the event has to be dropped.',
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

/** Body of a run of test cases. */
export class RunTestCasesDto {
  @Member({
    is: caseIds,
    optional: true,
    example: ['case_signed_up'],
    description: 'Those to run; all when it is absent.',
  })
  ids?: string[];

  @Member({
    is: testedCode,
    optional: true,
    example: 'export function transformEvent(event) { return event; }',
    description: `Runs in the place of the code that is saved: up to ${FIXED_LIMITS.codeBytes} bytes in UTF-8, and ${FIXED_LIMITS.testedCodeBytes} as JSON.`,
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
    description: 'Any value; absent of `remove`.',
    example: 'free',
  })
  value?: unknown;
}

export const TEST_CASE_STATUSES = ['passed', 'failed', 'error'] as const;
const FAILED = [{ event: { ...EVENT, properties: { plan: 'free' } } }];

/** What came of one test case. */
export class TestCaseResultDto {
  @Member({ is: text, example: 'case_signed_up' })
  id!: string;

  @Member({ is: text, example: NAME })
  name!: string;

  @Member({
    is: oneOf(TEST_CASE_STATUSES),
    example: 'failed',
    description:
      '`passed`: what came out equals what is expected, whatever the order of members, but for what is ignored. `failed`: it does not. `error`: nothing came out.',
  })
  status!: (typeof TEST_CASE_STATUSES)[number];

  @Member({
    is: objects(() => TestCaseOutputDto),
    optional: true,
    description: 'What came out, where it failed.',
    example: FAILED,
  })
  actual?: readonly TestCaseOutputDto[];

  @Member({
    is: objects(() => PatchOperationDto),
    optional: true,
    description:
      'What makes `expected` to `actual`, as a JSON Patch (RFC 6902); without what is ignored.',
  })
  diff?: readonly PatchOperationDto[];

  @Member({
    is: { schema: { type: 'boolean', enum: [true] } },
    optional: true,
    description:
      '`actual` and `diff` are left out, as the answer was full. Run the case alone to see them.',
  })
  leftOut?: true;

  @Member({
    is: object(() => TransformationErrorDto),
    optional: true,
    description: 'Why nothing came out.',
  })
  error?: TransformationErrorDto;

  @Member({
    is: object(() => TestedVersionsDto),
    optional: true,
    description: 'What of the workspace was in effect; absent where nothing ran.',
  })
  versions?: TestedVersionsDto;
}

const NUMBER = { is: { schema: { type: 'integer', minimum: 0 } } };

/** The answer of a run of test cases. */
export class TestCaseRunDto {
  @Member({ ...NUMBER, example: 0 })
  passed!: number;

  @Member({ ...NUMBER, example: 1 })
  failed!: number;

  @Member({ ...NUMBER, example: 0 })
  errors!: number;

  @Member({ is: objects(() => TestCaseResultDto), description: 'In the order of their names.' })
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

/** What there is to run beside each kind of owner. */
export const STAGES_OF = {
  transformation: ['user_transform'],
  destination: TEST_CASE_STAGES,
} as const satisfies Readonly<Record<string, readonly TestCaseStage[]>>;

/** The test cases beside transformations, and the same beside destinations. */
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
      'All of them, or those of `ids`, with the saved code or with `code`. Each runs by itself, and nothing is sent to a destination. What fails is a result with status 200. Takes `tests:run`, and `catalog:read`, as it shows what is saved; without `catalog:write` `getCredential` gives stand-ins, and `fetch` fails.',
    credentials,
    scopes: ['tests:run', 'catalog:read'],
    path: OwnerOfRunDto,
    body: RunTestCasesDto,
    examples: { all: { value: {} }, some: { value: { ids: [ITEM.id] } } },
    answer: {
      status: 200,
      type: TestCaseRunDto,
      description: 'What came of each case.',
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
