import type { Ledger } from '../../feed/ledger.js';
import type { Entry } from '../history.js';
import type { SeenEvent } from '../system/final-state.js';

export interface Filtered {
  readonly input: readonly SeenEvent[];
  readonly output: readonly SeenEvent[];
  readonly deadLetters: readonly SeenEvent[];
}

/**
 * Checks that each input event comes out once. There are two exceptions. An unreadable event goes
 * to the dead letters once. An event can be dropped if its user was possibly suppressed. Events of
 * users who were certainly suppressed since the last calm must not come out. Events keep their
 * partition and their order.
 */
export function wronglyFiltered(
  { input, output, deadLetters }: Filtered,
  history: readonly Entry[],
  ledger: Ledger,
): string[] {
  const problems: string[] = [];
  const sent = countOf(input);
  const passed = countOf(output);
  const aside = countOf(deadLetters);
  const events = new Map(input.map((event) => [event.id, event]));
  for (const id of new Set([...passed.keys(), ...aside.keys()])) {
    if (!events.has(id)) problems.push(`event ${id} came out but was never sent`);
  }
  const calms = history.flatMap((entry) => (entry.type === 'calm' ? [entry.at] : []));
  for (const [id, event] of events) {
    const times = sent.get(id) ?? 0;
    const [out, dead] = [passed.get(id) ?? 0, aside.get(id) ?? 0];
    const wrong =
      event.value === null ? dead !== times || out > 0 : dead > 0 || (out !== 0 && out !== times);
    if (wrong) {
      problems.push(
        `event ${id}: sent ${times} times, came out ${out} times, ${dead} times a dead letter`,
      );
    } else if (event.value !== null && !mayBe(event, event.value, out > 0, calms, ledger)) {
      const fate = out > 0 ? 'came out' : 'was dropped';
      problems.push(`event ${id} of ${event.value.userId ?? 'no user'} wrongly ${fate}`);
    }
  }
  return [...problems, ...disordered(input, output)];
}

/**
 * Returns whether the verdict is right for a state that was possible between the calm before the
 * event and the calm after it.
 */
function mayBe(
  { at }: SeenEvent,
  { workspaceId, userId, sourceId }: NonNullable<SeenEvent['value']>,
  hasPassed: boolean,
  calms: readonly number[],
  ledger: Ledger,
): boolean {
  if (userId === undefined) return hasPassed;
  const from = Math.max(0, ...calms.filter((calm) => calm < at));
  const to = Math.min(Infinity, ...calms.filter((calm) => calm >= at));
  const keys = [sourceId, '*'].map((source) => `${workspaceId}:${userId}:${source}`);
  return hasPassed
    ? keys.every((key) => ledger.isPossible(key, false, from, to))
    : keys.some((key) => ledger.isPossible(key, true, from, to));
}

function disordered(input: readonly SeenEvent[], output: readonly SeenEvent[]): string[] {
  const sent = new Set(input.map(({ id }) => id));
  // An event has several positions in the input if its producer repeated it, possibly on another
  // partition.
  const places = new Map<string, number[]>();
  for (const [n, { id, partition }] of input.entries()) {
    const place = `${partition} ${id}`;
    places.set(place, [...(places.get(place) ?? []), n]);
  }
  const last = new Map<number, number>();
  return output.flatMap(({ id, partition }) => {
    if (!sent.has(id)) return [];
    const ofEvent = places.get(`${partition} ${id}`);
    if (ofEvent === undefined) return [`event ${id} came out on partition ${partition}`];
    const place = ofEvent.shift();
    if (place === undefined) return []; // came out too often, which another check reports
    const before = last.get(partition) ?? -1;
    last.set(partition, place);
    return place < before ? [`event ${id} came out after a later one`] : [];
  });
}

function countOf(events: readonly SeenEvent[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { id } of events) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
