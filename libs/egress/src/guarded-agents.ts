import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { boundedLookup } from './bounded-lookup.js';
import { parseEgressAllow } from './egress-allow.js';
import { forbiddenReason, guardedLookup } from './guarded-connector.js';
import { refusal } from './refusal.js';

export interface GuardedAgentsOptions {
  /** Exceptions, as `parseEgressAllow` reads them. */
  readonly allow: readonly string[];
  /** Resolves host names (the signature of `dns.lookup`, which is asked within bounds by default). */
  readonly lookup?: LookupFunction;
  /** Connections to one host at a time. */
  readonly maxSockets?: number;
}

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
 * @throws Error naming the entry of `allow` that is neither address, CIDR nor host name
 */
export function createGuardedAgents(options: GuardedAgentsOptions): GuardedAgents {
  const allow = parseEgressAllow(options.allow);
  const lookup = guardedLookup(allow, options.lookup ?? boundedLookup);
  const settings = { keepAlive: true, maxSockets: options.maxSockets ?? 50, lookup };
  const refusalOf = (host: string | null | undefined) => {
    const plain = (host ?? '').replace(/^\[|\]$/g, '');
    const reason = isIP(plain) === 0 ? undefined : forbiddenReason(allow, plain);
    return reason === undefined ? undefined : refusal(plain, `it is ${reason}`);
  };
  const agents = { http: new http.Agent(settings), https: new https.Agent(settings) };
  for (const agent of [agents.http, agents.https]) {
    const connect = agent.createConnection.bind(agent);
    // A socket does not look up what is an address already.
    agent.createConnection = (given, callback) => {
      const refused = refusalOf('host' in given ? given.host : undefined);
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
