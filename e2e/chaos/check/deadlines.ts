import type { Entry, Request } from '../history.js';
import { operationsOf } from './operations.js';

/** Milliseconds from a request to its answer at most, by docs/api.md; `page` is one of the feed. */
const DEADLINES_MS: Readonly<Record<Request['name'] | 'page', number>> = {
  create: 30_000,
  cancel: 30_000,
  read: 30_000,
  list: 30_000,
  run: 30_000,
  page: 10_000,
};

/** Before it: whose the credential is, while PostgreSQL answers nobody. */
const LOOKUP_MS = 10_000;
/** A machine that has more to do than it can. */
const BUSY_MS = 10_000;

interface Span {
  readonly from: number;
  readonly to: number;
}

/** From a request to its answer. */
interface Exchange extends Span {
  /** Name of the gateway that was asked. */
  readonly gateway: string;
}

/** No answer, and no end of a connection, comes later than the API says; a request has the time back for which the gateway that it went to was frozen. */
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
    const ms = exchange.to === Infinity ? 0 : lateBy(name, exchange); // without an end it is no answer at all
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
