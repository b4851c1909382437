import { queryOptions } from '@tanstack/react-query';
import { ifMatch, versioned } from '../../api/catalog.queries.js';
import { api, dataOf, type Schemas } from '../../api/client.js';
import { allPages } from '../../api/pages.js';
import { placeText } from '../../lib/place-text.js';

export type TestCase = Schemas['TestCaseDto'];
export type TestCaseInput = Schemas['TestCaseInputDto'];
export type TestCaseResult = Schemas['TestCaseResultDto'];

/** Beside what test cases stand. */
export interface CaseOwner {
  readonly kind: 'transformation' | 'destination';
  readonly id: string;
}

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

export const testCasesKey = ({ kind, id }: CaseOwner) => ['test-cases', kind, id] as const;

/** Where the run of all of them is, for scripts. */
export const runPath = ({ kind, id }: CaseOwner) => RUN[kind].replace('{id}', id);

export const testCasesQuery = (owner: CaseOwner) =>
  queryOptions({
    queryKey: [...testCasesKey(owner), 'list'],
    queryFn: async ({ signal }) => {
      const pages = await allPages((query) =>
        dataOf(api.GET(ALL[owner.kind], { params: { path: { id: owner.id }, query }, signal })),
      );
      return pages
        .flatMap(({ testCases }) => testCases)
        .sort((one, other) => one.name.localeCompare(other.name));
    },
  });

/** With the version of it that a change has to name. */
export const testCaseQuery = (owner: CaseOwner, caseId: string) =>
  queryOptions({
    queryKey: [...testCasesKey(owner), 'one', caseId],
    queryFn: ({ signal }) =>
      versioned(
        api.GET(ONE[owner.kind], { params: { path: { id: owner.id, caseId } }, signal }),
        ({ testCase }) => testCase,
      ),
    ...{ gcTime: 0, staleTime: Infinity }, // what is edited stays as it was read
  });

export const createTestCase = ({ kind, id }: CaseOwner, body: TestCaseInput) =>
  dataOf(api.POST(ALL[kind], { params: { path: { id } }, body }));

export const replaceTestCase = (
  { kind, id }: CaseOwner,
  { id: caseId, ...body }: TestCase,
  etag: string | undefined,
) => dataOf(api.PUT(ONE[kind], { params: { path: { id, caseId }, header: ifMatch(etag) }, body }));

/** Expects what came out from now on, or compares less. */
export const changeTestCase = (
  { kind, id }: CaseOwner,
  caseId: string,
  body: Partial<Pick<TestCase, 'expected' | 'ignore'>>,
) => dataOf(api.PATCH(ONE[kind], { params: { path: { id, caseId } }, body }));

/** @returns what comes of an event now, of what is saved; a text that says why nothing does */
export async function outcomeOf(
  { kind, id }: CaseOwner,
  event: TestCase['event'],
): Promise<TestCase['expected'] | string> {
  const body = { [`${kind}Id`]: id, events: [event] };
  const { results } = await dataOf(api.POST('/v0/testTransformation', { body }));
  const [result] = results;
  if (result?.error === undefined) return result?.output ?? [];
  return placeText(result.error) + result.error.message;
}

export const deleteTestCase = ({ kind, id }: CaseOwner, caseId: string) =>
  api.DELETE(ONE[kind], { params: { path: { id, caseId } } });

/** Absent `ids`: all. `code` that is not saved runs in the place of what is. */
export const runTestCases = ({ kind, id }: CaseOwner, body: Schemas['RunTestCasesDto']) =>
  dataOf(api.POST(RUN[kind], { params: { path: { id } }, body }));
