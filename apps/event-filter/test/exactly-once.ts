import { disordered, numbersOf, type EventLoad } from './event-load.js';
import type { FilterFixture } from './filter-fixture.js';
import { collectRecords } from '@lethe/testing/kafka';

/** Numbers of all events that are committed on the output once everything is processed. */
export async function forwarded(fixture: FilterFixture, load: EventLoad): Promise<number[]> {
  await load.stop();
  await fixture.drained();
  return forwardedSoFar(fixture);
}

export async function forwardedSoFar(fixture: FilterFixture): Promise<number[]> {
  return numbersOf(await collectRecords(fixture.brokers, fixture.output));
}

/** Every event of a user who is not suppressed, once, in the user's order; no other. */
export async function expectExactlyOnce(fixture: FilterFixture, load: EventLoad): Promise<void> {
  const numbers = await forwarded(fixture, load);
  expect(sorted(numbers)).toEqual(load.expected());
  expect(disordered(numbers)).toEqual([]);
}

export function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}
