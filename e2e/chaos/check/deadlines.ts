import type { Entry, Request } from '../history.js';
import { operationsOf } from './operations.js';

/**
 * Maximum milliseconds from a request to its answer, from docs/api.md; `page` is a page of the
 * feed.
 */
const DEADLINES_MS: Readonly<Record<Request['name'] | 'page', number>> = {
  create: 30_000,
  cancel: 30_000,
  read: 30_000,
  list: 30_000,
  run: 30_000,
  verify: 30_000,
  page: 10_000,
};

/** Additional milliseconds for the look-up of the credential, while PostgreSQL does not answer. */
const LOOKUP_MS = 10_000;
/** Additional milliseconds for an overloaded machine. */
const BUSY_MS = 10_000;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The time from a request to its answer. */
interface Exchange extends Span {
  /** Name of the gateway that got the request. */
  readonly gateway: string;
}

/**
 * Checks that each answer, or end of a connection, comes within the documented time. The time for
 * which the gateway was frozen does not count.
 */
export function lateAnswers(history: readonly Entry[]): string[] {
  const pauses = history
    .filter(isPause)
    .map(({ at, fault, victim }) => ({ gateway: victim, from: at, to: at + fault.forMs }));
  const lateBy = (name: keyof typeof DEADLINES_MS, exchange: Exchange): number => {
    const own = pauses.filter(({ gateway }) => gateway === exchange.gateway);
    const paused = own.map((pause) => overlapOf(pause, exchange));
    const allowed = DEADLINES_MS[name] + LOOKUP_MS + BUSY_MS;
    return exchange.to - exchange.from - paused.reduce((sum, ms) => sum + ms, allowed);
  };
  const late = (what: string, name: keyof typeof DEADLINES_MS, exchange: Exchange): string[] => {
    // `wrongAnswers` reports a request without an end.
    const ms = exchange.to === Infinity ? 0 : lateBy(name, exchange);
    return ms > 0 ? [`${what} ended ${Math.ceil(ms)} ms too late`] : [];
  };
  const operations = operationsOf(history).flatMap(({ op, request: { name }, attempts }) =>
    attempts.flatMap((attempt) => late(`${op} (${name})`, name, attempt)),
  );
  const polls = history.flatMap((entry) =>
    entry.type === 'page' || entry.type === 'unread'
      ? late(`a page for ${entry.client}`, 'page', { ...entry, to: entry.at })
      : [],
  );
  return [...operations, ...polls];
}

function isPause(entry: Entry): entry is Entry & { type: 'fault' } {
  return entry.type === 'fault' && entry.fault.kind === 'frozen';
}

function overlapOf(one: Span, other: Span): number {
  return Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from));
}
