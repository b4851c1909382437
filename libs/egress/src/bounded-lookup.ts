import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { FairSlots } from '@lethe/resilience';

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
  const { most, mostOfDomain, mostWaiting, waitMs } = bounds;
  const slots = new FairSlots({ slots: most, perOwner: mostOfDomain, maxWaiting: mostWaiting });
  /** By hostname and options: lookups of the same are one. */
  const pending = new Map<string, Promise<LookupAddress[]>>();

  const inTurn = async (hostname: string, options: LookupOptions): Promise<LookupAddress[]> => {
    const domain = domainOf(hostname);
    if (slots.waiting >= mostWaiting && !slots.isFreeFor(domain)) throw noTurn();
    const patience = new AbortController();
    const timer = setTimeout(() => {
      patience.abort(noTurn());
    }, waitMs).unref();
    try {
      return await slots.with(domain, patience.signal, () => {
        clearTimeout(timer);
        return found(lookup, hostname, options);
      });
    } finally {
      clearTimeout(timer);
    }
  };
  const ask = (hostname: string, options: LookupOptions): Promise<LookupAddress[]> => {
    const key = `${hostname} ${String(options.family)} ${String(options.hints)}`;
    const known = pending.get(key);
    if (known !== undefined) return known;
    const asked = inTurn(hostname, options).finally(() => pending.delete(key));
    pending.set(key, asked);
    return asked;
  };
  return (hostname, options, callback) => {
    ask(hostname, options).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: unknown) => {
        callback(error as NodeJS.ErrnoException, '', 0);
      },
    );
  };
}

function found(
  lookup: LookupFunction,
  hostname: string,
  options: LookupOptions,
): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error === null) resolve(addresses as LookupAddress[]);
      else reject(error);
    });
  });
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
