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

/** Beside what test cases stand. */
export interface CaseOwner {
  readonly kind: 'transformation' | 'destination';
  readonly id: string;
}

/** No list that a person chooses from is longer. */
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

/** Where those of one owner are, and the run of all of them, for scripts. */
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

/** With the version of it that a change has to name. */
export const testCaseQuery = ({ kind, id }: CaseOwner, caseId: string) =>
  queryOptions({
    ...recordQuery(['test-cases', kind, id, 'one', caseId], ONE[kind], 'testCase', {
      path: { id, caseId },
    }),
    // What is edited stays as it was read.
    ...{ gcTime: 0, staleTime: Infinity },
  });

export const useTestCases = changesOf(['test-cases'], () => ({
  create: ({ kind, id }: CaseOwner, body: TestCaseInput) =>
    dataOf(api.POST(ALL[kind], { params: { path: { id } }, body })),
  replace: ({ kind, id }: CaseOwner, { id: caseId, etag, ...body }: Versioned<TestCase>) => {
    const params = { path: { id, caseId }, header: ifMatch(etag) };
    return api.PUT(ONE[kind], { params, body });
  },
  /** Expects what came out from now on, or compares less. */
  change: (
    { kind, id }: CaseOwner,
    caseId: string,
    body: Partial<Pick<TestCase, 'expected' | 'ignore'>>,
  ) => api.PATCH(ONE[kind], { params: { path: { id, caseId } }, body }),
  remove: ({ kind, id }: CaseOwner, caseId: string) =>
    api.DELETE(ONE[kind], { params: { path: { id, caseId } } }),
}));

/** Absent `ids`: all. `code` that is not saved runs in the place of what is. */
export const runTestCases = ({ kind, id }: CaseOwner, body: Schemas['RunTestCasesDto']) =>
  dataOf(api.POST(RUN[kind], { params: { path: { id } }, body }));

export const testTransformation = (body: TestRunInput, signal: AbortSignal | null = null) =>
  dataOf(api.POST('/v0/testTransformation', { body, signal }));

/** Of a test of a destination, saved or not: what each stage made of the event, or why nothing was tested. */
export type TestAnswer =
  Pick<Schemas['TestResultDto'], 'data'> | Pick<Schemas['UntestedDestinationDto'], 'error'>;

/** Also with a configuration that is not saved, used for the test alone. @param force runs all that is asked for, whatever is connected */
export const testDestination = (
  id: string,
  body: Schemas['TestDestinationRequestDto'],
  query: { readonly force?: boolean } = {},
): Promise<TestAnswer> =>
  dataOf(api.POST('/v0/testDestination/{id}', { params: { path: { id }, query }, body }));

export const testUnsavedDestination = (body: Schemas['TestUnsavedDestinationRequestDto']) =>
  dataOf(api.POST('/v0/testDestination', { body }));

/** @returns what comes of an event now, of what is saved; a text that says why nothing does */
export async function outcomeOf(
  { kind, id }: CaseOwner,
  event: TestCase['event'],
): Promise<TestCase['expected'] | string> {
  const { results } = await testTransformation({ [`${kind}Id`]: id, events: [event] });
  const [result] = results;
  if (result?.error === undefined) return result?.output ?? [];
  return placeText(result.error) + result.error.message;
}
