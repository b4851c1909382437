import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { boundedLookup } from './bounded-lookup.js';
import { forbiddenKind, parseAddress } from './address-kind.js';
import { allowsAddress, allowsHost, type EgressAllow } from './egress-allow.js';
import type { EgressRefusedError } from './egress-errors.js';
import { refusal } from './refusal.js';

export interface GuardOptions {
  /** Exceptions, as `parseEgressAllow` reads them. */
  readonly allow?: readonly string[];
  /** Resolves host names (the signature of `dns.lookup`, which is asked within bounds by default). */
  readonly lookup?: LookupFunction;
}

/** A request that gave up leaves its attempt to connect behind for this long at most. */
const CONNECT_TIMEOUT_MS = 15_000;

/**
 * Connects to public addresses and to those that are allowed. The check sits where the socket gets
 * its address: a name is resolved once, and the socket is given only what passed, so there is no
 * second resolution that could answer differently.
 *
 * @param allow exceptions
 * @param signal ends all sockets, those that are still connecting too
 * @param lookup resolves names; `dns.lookup` within bounds in production
 */
export function guardedConnector(
  allow: EgressAllow,
  signal: AbortSignal,
  lookup: LookupFunction = boundedLookup,
): buildConnector.connector {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    autoSelectFamily: true,
    signal,
    lookup: guardedLookup(allow, lookup),
  });
  return (options, callback) => {
    const refused = refusedAddress(allow, options.hostname);
    if (refused === undefined) connect(options, callback);
    else process.nextTick(callback, refused, null);
  };
}

/** Resolves names to addresses that may be connected to, and to no others. */
export function guardedLookup(allow: EgressAllow, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const addresses = asList(found);
      const usable = allowsHost(allow, hostname)
        ? addresses
        : addresses.filter(({ address }) => forbiddenReason(allow, address) === undefined);
      const [first] = usable;
      if (first === undefined) callback(nothingUsable(allow, hostname, addresses), '', 0);
      else if (options.all === true) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
}

function nothingUsable(
  allow: EgressAllow,
  hostname: string,
  addresses: readonly LookupAddress[],
): NodeJS.ErrnoException {
  const [first] = addresses;
  if (first === undefined) {
    return Object.assign(new Error('no addresses'), { code: 'ENOTFOUND' });
  }
  // The message says the address's kind and no more: callers must not learn the addresses of
  // internal names.
  const kind = forbiddenReason(allow, first.address) ?? 'an unknown address';
  return refusal(hostname, `it resolves to ${kind}`);
}

/**
 * A socket does not look up what is an address already.
 *
 * @param host without brackets
 * @returns the refusal of an address; names are checked when they are resolved
 */
export function refusedAddress(allow: EgressAllow, host: string): EgressRefusedError | undefined {
  const reason = isIP(host) === 0 ? undefined : forbiddenReason(allow, host);
  return reason === undefined ? undefined : refusal(host, `it is ${reason}`);
}

/** @returns why an address may not be connected to, e.g. `a loopback address` */
function forbiddenReason(allow: EgressAllow, text: string): string | undefined {
  const address = parseAddress(text);
  if (address === undefined) return 'an unknown address';
  return allowsAddress(allow, address) ? undefined : forbiddenKind(address);
}

function asList(found: string | LookupAddress[]): LookupAddress[] {
  return typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
}
