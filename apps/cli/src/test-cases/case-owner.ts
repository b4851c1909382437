import type { STAGES_OF } from '@lethe/api/catalog';

/** The transformation or destination that a test case belongs to. */
export interface CaseOwner {
  readonly kind: keyof typeof STAGES_OF;
  readonly id: string;
}

/** Paths of the lists of owners in the API. */
export const OWNERS = {
  transformation: '/transformations',
  destination: '/v2/destinations',
} as const satisfies Readonly<Record<CaseOwner['kind'], string>>;

export const OWNER_KINDS = Object.keys(OWNERS) as readonly CaseOwner['kind'][];

/** Returns the path of the test cases of an owner in the API. */
export function casesPath({ kind, id }: CaseOwner): string {
  return `${OWNERS[kind]}/${encodeURIComponent(id)}/test-cases`;
}

/** Returns a name for people, such as `transformation tr_mask`. */
export function nameOfOwner({ kind, id }: CaseOwner): string {
  return `${kind} ${id}`;
}
