import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Tally } from '@lethe/resilience';

export interface LookupBounds {
  /** Lookups at a time. */
  readonly most: number;
  /** Of these, lookups of names of one domain. */
  readonly mostOfDomain: number;
  /** Lookups that may wait for their turn. */
  readonly mostWaiting: number;
  /** Milliseconds for which one waits; whoever asked has given up by then. */
  readonly waitMs: number;
}

type Callback = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void;

/** One lookup, for all who ask for the same at the same time. */
interface Pending {
  readonly hostname: string;
  readonly domain: string;
  readonly options: LookupOptions;
  readonly callbacks: Callback[];
  /** What ends the wait for a turn. */
  timer?: NodeJS.Timeout;
}

/**
 * Bounds what names can hold whose servers do not answer. Each lookup of `dns.lookup` keeps a thread of
 * the process for up to half a minute then, and a tenant may configure as many such names as they like:
 * files and names of others would wait for these threads.
 *
 * Lookups of the same are one. What has no turn in time, or finds too many waiting, ends as when a
 * server of names does not answer (`EAI_AGAIN`).
 *
 * @param lookup `dns.lookup`, or what does the same
 */
export function createBoundedLookup(lookup: LookupFunction, bounds: LookupBounds): LookupFunction {
  /** By hostname and options; those that wait come in the order in which they began to. */
  const pending = new Map<string, Pending>();
  const waiting = new Map<string, Pending>();
  const running = new Tally<string>();

  const start = (key: string, asked: Pending) => {
    clearTimeout(asked.timer);
    waiting.delete(key);
    running.add(asked.domain, 1);
    lookup(asked.hostname, { ...asked.options, all: true }, (error, found) => {
      running.add(asked.domain, -1);
      finish(key, asked, error, error === null ? (found as LookupAddress[]) : []);
      startNext();
    });
  };
  const hasTurn = ({ domain }: Pending) =>
    running.total < bounds.most && running.of(domain) < bounds.mostOfDomain;
  const startNext = () => {
    for (const [key, asked] of waiting) {
      if (running.total >= bounds.most) return;
      if (hasTurn(asked)) start(key, asked);
    }
  };
  const finish = (
    key: string,
    { callbacks }: Pending,
    error: NodeJS.ErrnoException | null,
    found: LookupAddress[],
  ) => {
    pending.delete(key);
    for (const callback of callbacks) callback(error, found);
  };
  const ask = (hostname: string, options: LookupOptions, callback: Callback) => {
    const key = `${hostname} ${String(options.family)} ${String(options.hints)}`;
    const same = pending.get(key);
    if (same !== undefined) {
      same.callbacks.push(callback);
      return;
    }
    const asked: Pending = { hostname, domain: domainOf(hostname), options, callbacks: [callback] };
    if (!hasTurn(asked) && waiting.size >= bounds.mostWaiting) {
      process.nextTick(callback, noTurn(), []);
      return;
    }
    pending.set(key, asked);
    if (hasTurn(asked)) {
      start(key, asked);
      return;
    }
    waiting.set(key, asked);
    asked.timer = setTimeout(() => {
      waiting.delete(key);
      finish(key, asked, noTurn(), []);
    }, bounds.waitMs).unref();
  };
  return (hostname, options, callback) => {
    ask(hostname, options, (error, found) => {
      const [first] = found;
      if (error !== null) callback(error, '', 0);
      else if (options.all === true) callback(null, found);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
}

/** Second labels that many share, below the domain of a country. */
const SHARED = new Set(['ac', 'co', 'com', 'edu', 'go', 'gov', 'ne', 'net', 'or', 'org']);

/** The part of a name that somebody has bought: two labels, or three as below `co.uk`. */
function domainOf(hostname: string): string {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.');
  return labels.slice(SHARED.has(labels.at(-2) ?? '') ? -3 : -2).join('.');
}

function noTurn(): NodeJS.ErrnoException {
  return Object.assign(new Error('too many names are being resolved'), { code: 'EAI_AGAIN' });
}

/** What libuv has for lookups and for files, where nothing else is said. */
const USUAL_THREADS = 4;
const MOST_WAITING = 1_000;
const WAIT_MS = 15_000;

/** @param threads of libuv: the text of `UV_THREADPOOL_SIZE` */
export function boundsFor(threads: string | undefined): LookupBounds {
  const said = Number(threads ?? USUAL_THREADS);
  const size = Number.isInteger(said) && said > 0 ? said : USUAL_THREADS;
  // The others are for files.
  const most = Math.max(1, Math.floor((size * 3) / 4));
  const mostOfDomain = Math.max(1, Math.floor(most / 4));
  return { most, mostOfDomain, mostWaiting: MOST_WAITING, waitMs: WAIT_MS };
}

const given = process.env.UV_THREADPOOL_SIZE; // eslint-disable-line no-restricted-syntax -- as libuv reads it

/** `dns.lookup` within the bounds of this process' threads, which all who connect share. */
export const boundedLookup = createBoundedLookup(dns.lookup, boundsFor(given));
