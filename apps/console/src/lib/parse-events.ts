import { isObject } from '@lethe/contracts/json';

/** Events of one test, as the API takes them. */
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

/** One event, or a list of them. */
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
      ? `One event, or a list of 1 to ${MOST_EVENTS}.`
      : events.every(isObject)
        ? undefined
        : 'An event is an object: { "type": "track", … }.';
  return wrong === undefined
    ? { events: events as Event[] }
    : { problem: { message: wrong, line: 1 } };
}

/** JSON as it is compared and shown. */
export function pretty(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** A value on one line: a text as it is, another as JSON; empty where there is none. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  return `Not JSON: ${message.replace(/ \(line \d+ column \d+\)$/, '').replace(/ in JSON at position \d+$/, '')}.`;
}

/** Browsers say it as a position, or as line and column, or not at all where the text ended too early. */
function placeOf(error: unknown, text: string): { line: number; column?: number } {
  const message = error instanceof Error ? error.message : '';
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line !== undefined) return { line: Number(line), column: Number(column) };
  const position = /position (\d+)/.exec(message)?.[1];
  const end = position === undefined ? unexpectedAt(text) : Number(position);
  const before = text.slice(0, end).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** Of a token that V8 names without its place: the shortest beginning that has it, by halves. */
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
