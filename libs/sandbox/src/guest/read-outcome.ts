import { asObject, isObject, jsonOf } from '@lethe/contracts/json';
import type { GuestResult } from './guest-task.js';
import type { TransformationOutcome, TransformedEvent } from './transformation-run.js';

/**
 * Returns the outcome of a run. Checks the JSON in the result, because it comes from hostile code.
 *
 * @param result result of a thread
 * @param inputs number of events that the run has got
 */
export function readOutcome(result: GuestResult, inputs: number): TransformationOutcome {
  if (result.status === 'failed') return result;
  const { json, ...rest } = result;
  const events = readEvents(json, inputs);
  if (events === undefined) {
    return { ...rest, status: 'failed', error: 'The transformation returned no valid events' };
  }
  const used = new Set(events.map(({ input }) => input));
  const dropped = Array.from({ length: inputs }, (_, input) => input).filter(
    (input) => !used.has(input),
  );
  return { ...rest, events, dropped };
}

function readEvents(json: string, inputs: number): TransformedEvent[] | undefined {
  const { events } = asObject(jsonOf(json));
  if (!Array.isArray(events)) return undefined;
  const read = events.map((item: unknown) => {
    if (!isObject(item) || !isObject(item.event)) return undefined;
    const { event, input } = item;
    if (input === undefined) return { event };
    return isPosition(input, inputs) ? { event, input } : undefined;
  });
  return read.includes(undefined) ? undefined : (read as TransformedEvent[]);
}

function isPosition(value: unknown, count: number): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < count;
}
