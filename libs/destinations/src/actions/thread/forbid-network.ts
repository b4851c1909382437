import dns from 'node:dns';
import net from 'node:net';

let attempts = 0;

/** How often something in this thread tried to reach the network by itself. */
export function networkAttempts(): number {
  return attempts;
}

/**
 * Makes this thread unable to connect or to resolve a name, whichever library tries. Requests are
 * caught before they get here; this is for whatever does not go out as a request.
 */
export function forbidNetwork(): void {
  const refuse = (): never => {
    attempts += 1;
    throw new NetworkForbiddenError();
  };
  net.Socket.prototype.connect = refuse;
  for (const resolver of [dns, dns.promises] as readonly object[]) {
    for (const name of Object.keys(resolver)) {
      if (/^(lookup|resolve|reverse)/.test(name)) {
        Object.defineProperty(resolver, name, { value: refuse, writable: false });
      }
    }
  }
}

/** Something tried to open a connection of its own. */
export class NetworkForbiddenError extends Error {
  override readonly name = 'NetworkForbiddenError';

  constructor() {
    super('The integration tried to open a connection of its own.');
  }
}
