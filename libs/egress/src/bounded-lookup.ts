import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { FairSlots } from '@lethe/resilience';

export interface LookupBounds {
  /** Maximum concurrent lookups. */
  readonly most: number;
  /** Maximum concurrent lookups of names of one domain. */
  readonly mostOfDomain: number;
  /** Maximum lookups that wait for a slot. */
  readonly mostWaiting: number;
  /**
   * Maximum wait for a slot, in milliseconds. The connection attempt also times out after this
   * time.
   */
  readonly waitMs: number;
}

/**
 * Returns a lookup that uses a limited number of threads. If the name server of a name does not
 * answer, `dns.lookup` occupies a thread of the process for up to 30 s. A workspace can configure
 * many such names. File access and lookups of other names would then get no thread.
 *
 * Equal lookups share one result. A lookup fails with `EAI_AGAIN` if it gets no slot in time, or if
 * too many lookups are already waiting. A name server that does not answer causes the same error.
 *
 * @param lookup `dns.lookup`, or an equivalent
 */
export function createBoundedLookup(lookup: LookupFunction, bounds: LookupBounds): LookupFunction {
  const { most, mostOfDomain, mostWaiting, waitMs } = bounds;
  const slots = new FairSlots({ slots: most, perOwner: mostOfDomain, maxWaiting: mostWaiting });
  /**
   * Running lookups. The key contains the host name and the options, so equal lookups have the same
   * key.
   */
  const pending = new Map<string, Promise<LookupAddress[]>>();

  const inSlot = async (hostname: string, options: LookupOptions): Promise<LookupAddress[]> => {
    const domain = domainOf(hostname);
    if (slots.waiting >= mostWaiting && !slots.isFreeFor(domain)) throw noSlot();
    const timeout = new AbortController();
    const timer = setTimeout(() => {
      timeout.abort(noSlot());
    }, waitMs).unref();
    try {
      return await slots.with(domain, timeout.signal, () => {
        clearTimeout(timer);
        return resolveAll(lookup, hostname, options);
      });
    } finally {
      clearTimeout(timer);
    }
  };
  const resolveShared = (hostname: string, options: LookupOptions): Promise<LookupAddress[]> => {
    const key = `${hostname} ${String(options.family)} ${String(options.hints)}`;
    const known = pending.get(key);
    if (known !== undefined) return known;
    const result = inSlot(hostname, options).finally(() => pending.delete(key));
    pending.set(key, result);
    return result;
  };
  return (hostname, options, callback) => {
    resolveShared(hostname, options).then(
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

function resolveAll(
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

/** Labels such as `co` in `co.uk`. Names below `co.uk` are domains of different owners. */
const SHARED = new Set(['ac', 'co', 'com', 'edu', 'go', 'gov', 'ne', 'net', 'or', 'org']);

/**
 * Returns the registered domain of a name. It has two labels, or three labels below a name such as
 * `co.uk`.
 */
function domainOf(hostname: string): string {
  const labels = hostname.toLowerCase().replace(/\.$/, '').split('.');
  return labels.slice(SHARED.has(labels.at(-2) ?? '') ? -3 : -2).join('.');
}

function noSlot(): NodeJS.ErrnoException {
  return Object.assign(new Error('too many names are being resolved'), { code: 'EAI_AGAIN' });
}

/** Default number of threads of libuv, which lookups and file access share. */
const USUAL_THREADS = 4;
const MOST_WAITING = 1_000;
const WAIT_MS = 15_000;

/**
 * Returns the bounds for the number of threads.
 *
 * @param threads value of `UV_THREADPOOL_SIZE`, which sets the number of threads of libuv
 */
export function boundsFor(threads: string | undefined): LookupBounds {
  const parsed = Number(threads ?? USUAL_THREADS);
  const size = Number.isInteger(parsed) && parsed > 0 ? parsed : USUAL_THREADS;
  // About one quarter of the threads stays free for file access.
  const most = Math.max(1, Math.floor((size * 3) / 4));
  const mostOfDomain = Math.max(1, Math.floor(most / 4));
  return { most, mostOfDomain, mostWaiting: MOST_WAITING, waitMs: WAIT_MS };
}

const given = process.env.UV_THREADPOOL_SIZE; // eslint-disable-line no-restricted-syntax -- as libuv reads it

/** `dns.lookup` with the bounds of this process. All clients share its slots. */
export const boundedLookup = createBoundedLookup(dns.lookup, boundsFor(given));
