import type { CaseOwner } from './case-owner.js';

/** A test case that the command runs. */
export interface RunnableCase {
  readonly owner: CaseOwner;
  readonly name: string;
  /** Id of a saved test case, or path of a file as the user would type it. */
  readonly from: { readonly id: string } | { readonly file: string };
  /** Expected outputs. In a file, they can be anything until the API has checked them. */
  readonly expected: unknown;
  /** Body of the request that runs only this test case. */
  readonly request: object;
}
