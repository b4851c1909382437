import { queryOptions } from '@tanstack/react-query';
import { placeText } from '../lib/place-text.js';
import { changesOf } from './changes.js';
import { api, dataOf, ifMatch, type Schemas, type Versioned } from './client.js';
import { allOf } from './pages.js';
import { recordQuery } from './records.js';

export type TestRunInput = Schemas['TestTransformationRequestDto'];
export type TestRun = Schemas['TransformationTestDto'];
export type TestCase = Schemas['TestCaseDto'];
export type TestCaseInput = Schemas['TestCaseInputDto'];
export type TestCaseResult = Schemas['TestCaseResultDto'];

/** The resource that test cases belong to. */
export interface CaseOwner {
  readonly kind: 'transformation' | 'destination';
  readonly id: string;
}

/** Maximum number of pages of test cases that are loaded. */
const MOST_PAGES = 50;
const ALL = {
  transformation: '/transformations/{id}/test-cases',
  destination: '/v2/destinations/{id}/test-cases',
} as const;
const ONE = {
  transformation: `${ALL.transformation}/{caseId}`,
  destination: `${ALL.destination}/{caseId}`,
} as const;
const RUN = {
  transformation: `${ALL.transformation}/run`,
  destination: `${ALL.destination}/run`,
} as const;

/** Return the paths that list and run the test cases of an owner, for curl commands. */
export const casesPath = ({ kind, id }: CaseOwner) => ALL[kind].replace('{id}', id);
export const runPath = ({ kind, id }: CaseOwner) => RUN[kind].replace('{id}', id);

export const testCasesQuery = ({ kind, id }: CaseOwner) =>
  queryOptions({
    queryKey: ['test-cases', kind, id, 'list'],
    queryFn: async ({ signal }) => {
      const { rows } = await allOf(MOST_PAGES, signal, ALL[kind], 'testCases', { path: { id } });
      return [...rows].sort((one, other) => one.name.localeCompare(other.name));
    },
  });

export const testCaseQuery = ({ kind, id }: CaseOwner, caseId: string) =>
  queryOptions({
    ...recordQuery(['test-cases', kind, id, 'one', caseId], ONE[kind], 'testCase', {
      path: { id, caseId },
    }),
    // Never refetched, so that a save fails if another user has changed the test case during the
    // edit.
    ...{ gcTime: 0, staleTime: Infinity },
  });

export const useTestCases = changesOf(['test-cases'], () => ({
  create: ({ kind, id }: CaseOwner, body: TestCaseInput) =>
    dataOf(api.POST(ALL[kind], { params: { path: { id } }, body })),
  replace: ({ kind, id }: CaseOwner, { id: caseId, etag, ...body }: Versioned<TestCase>) => {
    const params = { path: { id, caseId }, header: ifMatch(etag) };
    return api.PUT(ONE[kind], { params, body });
  },
  /** Changes the expected result, or the paths that the comparison ignores. */
  change: (
    { kind, id }: CaseOwner,
    caseId: string,
    body: Partial<Pick<TestCase, 'expected' | 'ignore'>>,
  ) => api.PATCH(ONE[kind], { params: { path: { id, caseId } }, body }),
  remove: ({ kind, id }: CaseOwner, caseId: string) =>
    api.DELETE(ONE[kind], { params: { path: { id, caseId } } }),
}));

/**
 * Runs the test cases in `ids`, or all if `ids` is absent. If `code` is given, it replaces the
 * saved code in this run.
 */
export const runTestCases = ({ kind, id }: CaseOwner, body: Schemas['RunTestCasesDto']) =>
  dataOf(api.POST(RUN[kind], { params: { path: { id } }, body }));

export const testTransformation = (body: TestRunInput, signal: AbortSignal | null = null) =>
  dataOf(api.POST('/v0/testTransformation', { body, signal }));

/**
 * Result of a test of a destination. It is the output of each stage, or the reason why the
 * destination was not tested.
 */
export type TestAnswer =
  Pick<Schemas['TestResultDto'], 'data'> | Pick<Schemas['UntestedDestinationDto'], 'error'>;

/**
 * Tests a destination with the saved or an unsaved configuration.
 *
 * @param force true to test the destination even if no source is connected
 */
export const testDestination = (
  id: string,
  body: Schemas['TestDestinationRequestDto'],
  query: { readonly force?: boolean } = {},
): Promise<TestAnswer> =>
  dataOf(api.POST('/v0/testDestination/{id}', { params: { path: { id }, query }, body }));

export const testUnsavedDestination = (body: Schemas['TestUnsavedDestinationRequestDto']) =>
  dataOf(api.POST('/v0/testDestination', { body }));

/** @returns the current output for an event, or an error as text */
export async function outcomeOf(
  { kind, id }: CaseOwner,
  event: TestCase['event'],
): Promise<TestCase['expected'] | string> {
  const { results } = await testTransformation({ [`${kind}Id`]: id, events: [event] });
  const [result] = results;
  if (result?.error === undefined) return result?.output ?? [];
  return placeText(result.error) + result.error.message;
}
