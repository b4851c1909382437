import http from 'node:http';
import https from 'node:https';
import { boundedLookup } from './bounded-lookup.js';
import { parseEgressAllow } from './egress-allow.js';
import { guardedLookup, refusedAddress } from './guarded-connector.js';

/** Connections to one host at a time. */
const MOST_SOCKETS = 50;

/** Agents for clients that are built on Node's own HTTP. */
export interface GuardedAgents {
  readonly http: http.Agent;
  readonly https: https.Agent;
  /** Ends all connections. */
  destroy(): void;
}

/**
 * Agents that connect to public addresses, and to those that are allowed. The check sits where the
 * socket gets its address; see `guardedConnector`.
 *
 * @param exceptions as `parseEgressAllow` reads them
 * @throws Error naming the entry of `exceptions` that is neither address, CIDR nor host name
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
