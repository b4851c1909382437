import { parameterOf } from '../lib/search.js';

export interface PageOfCatalog {
  readonly page?: number;
  readonly after?: string;
}

/** No list that a person chooses from is longer. */
const MOST_PAGES = 50;

/** Where the page is that `paging.next` names, for lists of the catalog. */
export function nextPage(next: string | undefined): PageOfCatalog | undefined {
  if (next === undefined) return undefined;
  const page = parameterOf(next, 'page');
  const after = parameterOf(next, 'after');
  return {
    ...(page !== undefined && { page: Number(page) }),
    ...(after !== undefined && { after }),
  };
}

/** A list of the catalog as a whole, for what has to look through all of it. */
export async function allPages<Answer extends { readonly paging: { readonly next?: string } }>(
  ask: (at: PageOfCatalog) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let at: PageOfCatalog | undefined = {};
  while (at !== undefined && answers.length < MOST_PAGES) {
    const answer = await ask(at);
    answers.push(answer);
    at = nextPage(answer.paging.next);
  }
  return answers;
}
