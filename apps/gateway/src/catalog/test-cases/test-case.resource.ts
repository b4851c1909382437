import {
  TestCaseAnswerDto,
  TestCaseInputDto,
  TestCasePageDto,
  TestCasePatchDto,
  type TestCaseDto,
} from '@lethe/api';
import { TEST_CASE_STAGES, type DetailsCollector, type TestCaseStage } from '@lethe/contracts';
import type { CatalogTestCase, TestCaseOwner, TestCaseValues } from '@lethe/catalog';
import { EXAMPLE_TIMES, type ListedResourceOf } from '../catalog-resource.js';
import { checkTestCase } from './check-test-case.js';

type OwnerKind = TestCaseOwner['kind'];

/** What there is to run beside each kind of owner. */
export const STAGES_OF: Readonly<Record<OwnerKind, readonly TestCaseStage[]>> = {
  transformation: ['user_transform'],
  destination: TEST_CASE_STAGES,
};

const EVENT = { type: 'track', event: 'Signed up', userId: 'user-1', properties: { plan: 'pro' } };
const INPUT = {
  name: 'A sign-up keeps its plan',
  event: EVENT,
  stages: ['user_transform' as const],
  expected: [{ event: EVENT }],
  ignore: ['/0/event/receivedAt'],
};
export const EXAMPLE_CASE: TestCaseDto = { id: 'case_signed_up', ...INPUT, ...EXAMPLE_TIMES };

/** Test cases beside one kind of owner. */
export function testCaseResource(
  owner: OwnerKind,
): ListedResourceOf<TestCaseInputDto, TestCaseAnswerDto, TestCasePageDto> {
  return {
    noun: `test case of a ${owner}`,
    idParameter: 'caseId',
    exampleId: EXAMPLE_CASE.id,
    takesBasic: true,
    input: {
      type: TestCaseInputDto,
      patchType: TestCasePatchDto,
      patch: { expected: [] },
      names: ['id', 'name', 'event', 'stages', 'expected', 'ignore'],
      check: (input: Partial<TestCaseInputDto>, problems: DetailsCollector) => {
        checkTestCase(input, STAGES_OF[owner], problems);
      },
      example: INPUT,
    },
    answer: { type: TestCaseAnswerDto, example: { testCase: EXAMPLE_CASE } },
    page: {
      type: TestCasePageDto,
      example: { testCases: [EXAMPLE_CASE], paging: { total: 1 } },
    },
  };
}

/** @param all the stages that an input without any has */
export function toTestCaseValues(
  { name, event, stages, expected, ignore = [] }: TestCaseInputDto,
  all: readonly TestCaseStage[],
): TestCaseValues {
  return { name, event, stages: stages ?? all, expected, ignore };
}

export function toTestCaseDto(testCase: CatalogTestCase): TestCaseDto {
  return {
    id: testCase.id,
    name: testCase.name,
    event: testCase.event,
    stages: [...testCase.stages],
    expected: [...testCase.expected],
    ignore: [...testCase.ignore],
    createdAt: testCase.createdAt.toISOString(),
    updatedAt: testCase.updatedAt.toISOString(),
  };
}

export function toTestCaseAnswer(testCase: CatalogTestCase): TestCaseAnswerDto {
  return { testCase: toTestCaseDto(testCase) };
}
