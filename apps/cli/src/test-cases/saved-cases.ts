import type { RunTestCasesDto, TestCaseDto } from '@lethe/api/catalog';
import type { ApiClient } from '../api/api-client.js';
import { casesPath, OWNER_KINDS, OWNERS, type CaseOwner } from './case-owner.js';
import type { RunnableCase } from './runnable-case.js';

/** A page of any list. */
type Page = Readonly<Record<string, unknown>> & { readonly paging?: { readonly next?: string } };

/**
 * Returns the saved test cases of one owner, or of all owners of the workspace.
 *
 * @throws errors of the requests
 */
export async function savedCases(
  api: ApiClient,
  only: CaseOwner | undefined,
): Promise<RunnableCase[]> {
  const cases: RunnableCase[] = [];
  for (const owner of only === undefined ? await allOwners(api) : [only]) {
    for await (const { id, name, expected } of casesOf(api, owner)) {
      const request: RunTestCasesDto = { ids: [id] };
      cases.push({ owner, name, from: { id }, expected, request });
    }
  }
  return cases;
}

async function allOwners(api: ApiClient): Promise<CaseOwner[]> {
  const owners: CaseOwner[] = [];
  for (const kind of OWNER_KINDS) {
    for await (const { id } of items<{ id: string }>(api, OWNERS[kind], `${kind}s`)) {
      owners.push({ kind, id });
    }
  }
  return owners;
}

function casesOf(api: ApiClient, owner: CaseOwner): AsyncGenerator<TestCaseDto> {
  return items(api, casesPath(owner), 'testCases');
}

/**
 * Reads a list page by page.
 *
 * @param path path of the list
 * @param key member of a page with the items
 */
async function* items<Item>(api: ApiClient, path: string, key: string): AsyncGenerator<Item> {
  let next: string | undefined = path;
  while (next !== undefined) {
    const { paging, [key]: listed }: Page = await api.json<Page>({ method: 'GET', path: next });
    next = paging?.next;
    if (!Array.isArray(listed) || next?.startsWith(`${path}?`) === false) {
      throw api.otherProgram();
    }
    yield* listed as Item[];
  }
}
