import fc from 'fast-check';

/**
 * Step of a schedule. The numbers `at` and `of` select one of the existing destinations, jobs or
 * deletions.
 */
export type Step =
  | { readonly kind: 'order'; readonly at: number; readonly users: number }
  | { readonly kind: 'claim'; readonly places: number; readonly isLost: boolean }
  | {
      readonly kind: 'call' | 'repeat' | 'beat' | 'freeze' | 'cancel' | 'retry';
      readonly of: number;
    }
  | { readonly kind: 'report'; readonly of: number; readonly outcome: Outcome }
  | { readonly kind: 'overtaken' | 'contradicted'; readonly of: number }
  | { readonly kind: 'pause' | 'resume' | 'retry-all'; readonly at: number }
  | { readonly kind: 'jump'; readonly ms: number }
  | { readonly kind: 'sweep' | 'pass' | 'crowd' };

export type Outcome = (typeof OUTCOMES)[number];

const OUTCOMES = [
  ...(['complete', 'refusing', 'refused', 'failed', 'aborted'] as const),
  ...(['delayed', 'accepted', 'released'] as const),
];
const MINUTE = 60_000;

const nat = fc.nat({ max: 1_000 });
const chosen = <Kind extends string>(...kinds: Kind[]) =>
  fc.record({ kind: fc.constantFrom(...kinds), of: nat });

/** Steps on which other steps depend are more frequent. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ kind: fc.constant('order' as const), at: nat },
      users: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      ...{ kind: fc.constant('claim' as const), isLost: fc.boolean() },
      places: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 3, arbitrary: chosen('call') },
  {
    weight: 4,
    arbitrary: fc.record({
      ...{ kind: fc.constant('report' as const), of: nat },
      outcome: fc.constantFrom(...OUTCOMES),
    }),
  },
  { weight: 2, arbitrary: chosen('repeat', 'beat') },
  { weight: 2, arbitrary: chosen('freeze') },
  { weight: 2, arbitrary: chosen('cancel') },
  { weight: 3, arbitrary: chosen('retry') },
  { weight: 1, arbitrary: chosen('overtaken', 'contradicted') },
  {
    weight: 2,
    arbitrary: fc.record({
      ...{ kind: fc.constantFrom('pause' as const, 'resume' as const, 'retry-all' as const) },
      at: nat,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('jump' as const),
      ms: fc.constantFrom(-120 * MINUTE, -10 * MINUTE, 10 * MINUTE, 120 * MINUTE),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('sweep' as const, 'pass' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crowd' as const) }) },
);
