import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { boundedLookup } from './bounded-lookup.js';
import { forbiddenKind, parseAddress } from './address-kind.js';
import { allowsAddress, allowsHost, type EgressAllow } from './egress-allow.js';
import type { EgressRefusedError } from './egress-errors.js';
import { refusal } from './refusal.js';

export interface GuardOptions {
  /** Exceptions in the form that `parseEgressAllow` reads. */
  readonly allow?: readonly string[];
  /** Resolves host names, like `dns.lookup`. The default is `boundedLookup`. */
  readonly lookup?: LookupFunction;
}

/** Maximum time of a connection attempt. The attempt can continue after its request has ended. */
const CONNECT_TIMEOUT_MS = 15_000;

/**
 * Returns a connector that opens sockets only to public addresses and to exceptions. It resolves a
 * name once for each socket, and gives the socket only addresses that passed the check. So a name
 * server cannot give one address for the check and a different address for the connection.
 *
 * @param allow exceptions
 * @param signal closes all sockets, including sockets that are still connecting
 * @param lookup resolves names
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

/** Returns a lookup that returns only public addresses and exceptions. */
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
  // The message contains only the kind of address, because callers must not learn the addresses of
  // internal names.
  const kind = forbiddenReason(allow, first.address) ?? 'an unknown address';
  return refusal(hostname, `it resolves to ${kind}`);
}

/**
 * Returns the refusal if the host is a forbidden address, and undefined for a name. `guardedLookup`
 * cannot check addresses, because a socket looks up only names.
 *
 * @param host without brackets
 */
export function refusedAddress(allow: EgressAllow, host: string): EgressRefusedError | undefined {
  const reason = isIP(host) === 0 ? undefined : forbiddenReason(allow, host);
  return reason === undefined ? undefined : refusal(host, `it is ${reason}`);
}

/** Returns why an address is forbidden, e.g. `a loopback address`. */
function forbiddenReason(allow: EgressAllow, text: string): string | undefined {
  const address = parseAddress(text);
  if (address === undefined) return 'an unknown address';
  return allowsAddress(allow, address) ? undefined : forbiddenKind(address);
}

function asList(found: string | LookupAddress[]): LookupAddress[] {
  return typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found;
}
