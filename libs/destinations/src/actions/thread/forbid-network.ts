import dns from 'node:dns';
import net from 'node:net';

let attempts = 0;

/** Returns how often code of this thread tried to connect or to resolve a name. */
export function networkAttempts(): number {
  return attempts;
}

/**
 * Makes every attempt of this thread to connect or to resolve a name fail. HTTP requests are
 * captured before they connect, so this function blocks only traffic that is not HTTP.
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

/** Code tried to connect or to resolve a name. */
export class NetworkForbiddenError extends Error {
  override readonly name = 'NetworkForbiddenError';

  constructor() {
    super('The integration tried to open a connection of its own.');
  }
}
