import { disordered, numbersOf, type EventLoad } from './event-load.js';
import type { FilterFixture } from './filter-fixture.js';
import { collectRecords } from '@lethe/testing/kafka';

/**
 * Waits until the whole input is processed. Returns the numbers of all committed events in the
 * output topic.
 */
export async function forwarded(fixture: FilterFixture, load: EventLoad): Promise<number[]> {
  await load.stop();
  await fixture.drained();
  return forwardedSoFar(fixture);
}

export async function forwardedSoFar(fixture: FilterFixture): Promise<number[]> {
  return numbersOf(await collectRecords(fixture.brokers, fixture.output));
}

/**
 * Expects each event of the users who are not suppressed exactly once, and no event of a suppressed
 * user. The events of each user must be in sequence.
 */
export async function expectExactlyOnce(fixture: FilterFixture, load: EventLoad): Promise<void> {
  const numbers = await forwarded(fixture, load);
  expect(sorted(numbers)).toEqual(load.expected());
  expect(disordered(numbers)).toEqual([]);
}

export function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}
