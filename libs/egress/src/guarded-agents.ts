import http from 'node:http';
import https from 'node:https';
import { boundedLookup } from './bounded-lookup.js';
import { parseEgressAllow } from './egress-allow.js';
import { guardedLookup, refusedAddress } from './guarded-connector.js';

/** Maximum connections to one host. */
const MOST_SOCKETS = 50;

/** Agents for clients that use the HTTP modules of Node. */
export interface GuardedAgents {
  readonly http: http.Agent;
  readonly https: https.Agent;
  /** Closes all connections. */
  destroy(): void;
}

/**
 * Returns agents that connect only to public addresses and to exceptions. They check addresses in
 * the same way as `guardedConnector`.
 *
 * @param exceptions in the form that `parseEgressAllow` reads
 * @throws Error with the entry of `exceptions` that is not an address, a CIDR or a host name
 */
export function createGuardedAgents(exceptions: readonly string[]): GuardedAgents {
  const allow = parseEgressAllow(exceptions);
  const lookup = guardedLookup(allow, boundedLookup);
  const settings = { keepAlive: true, maxSockets: MOST_SOCKETS, lookup };
  const agents = { http: new http.Agent(settings), https: new https.Agent(settings) };
  for (const agent of [agents.http, agents.https]) {
    const connect = agent.createConnection.bind(agent);
    agent.createConnection = (given, callback) => {
      const host = ('host' in given ? given.host : undefined) ?? '';
      const refused = refusedAddress(allow, host.replace(/^\[|\]$/g, ''));
      if (refused === undefined) return connect(given, callback);
      process.nextTick(() => callback?.(refused, undefined as never));
      return undefined;
    };
  }
  return {
    ...agents,
    destroy: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
