import { isObject } from '@lethe/contracts/json';
import { TEXTS } from './texts.js';

/** Maximum number of events that the API accepts in one test. */
const MOST_EVENTS = 10;

export type Event = Record<string, unknown>;

type ParsedEvents =
  | { readonly events: readonly Event[] }
  | {
      readonly problem: {
        readonly message: string;
        readonly line: number;
        readonly column?: number;
      };
    };

/** Parses one event, or a list of events. */
export function parseEvents(text: string): ParsedEvents {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { problem: { message: messageOf(error), ...placeOf(error, text) } };
  }
  const events: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  const wrong =
    events.length === 0 || events.length > MOST_EVENTS
      ? TEXTS.parseEvents.wrongCount(MOST_EVENTS)
      : events.every(isObject)
        ? undefined
        : TEXTS.parseEvents.noObject;
  return wrong === undefined
    ? { events: events as Event[] }
    : { problem: { message: wrong, line: 1 } };
}

/** Formats JSON for comparison and display. */
export function pretty(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** Returns a string unchanged, an empty text for undefined, and any other value as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const reason = message
    .replace(/ \(line \d+ column \d+\)$/, '')
    .replace(/ in JSON at position \d+$/, '');
  return TEXTS.parseEvents.noJson(reason);
}

/**
 * Returns line and column of an error. Depending on the browser and the error, the message has a
 * line and a column, a position, or neither.
 */
function placeOf(error: unknown, text: string): { line: number; column?: number } {
  const message = error instanceof Error ? error.message : '';
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line !== undefined) return { line: Number(line), column: Number(column) };
  const position = /position (\d+)/.exec(message)?.[1];
  const end = position === undefined ? unexpectedAt(text) : Number(position);
  const before = text.slice(0, end).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * Returns the position of an unexpected token, for messages of V8 without a position. Bisects to
 * find the shortest beginning of the text that has the error.
 */
function unexpectedAt(text: string): number {
  let [good, bad] = [0, text.length];
  while (good < bad) {
    const middle = Math.floor((good + bad) / 2);
    if (hasUnexpectedToken(text.slice(0, middle + 1))) bad = middle;
    else good = middle + 1;
  }
  return good;
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith('Unexpected token');
  }
}
