import type { TokenIdentity } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import type { FastifyReply } from 'fastify';
import type { GatewaySettings } from '../../config/gateway.config.js';
import type { HttpMetrics } from '../../http/http-metrics.js';
import type { Decision, Policy, RateLimits } from './rate-limits.js';

type CallerPolicy = Exclude<Policy, 'data_plane'>;

/** How a refusal says what there was too much of. */
const WORDS: Readonly<Record<CallerPolicy, string>> = {
  token: 'requests a second with this token',
  workspace: 'requests a second of this workspace',
  users: 'users a second of this workspace',
  tests: 'tests of destinations a second of this workspace',
};

/** The units of the header that are not requests. */
const UNITS: Readonly<Record<CallerPolicy, string>> = {
  token: '',
  workspace: '',
  users: ';qu="users"',
  tests: ';qu="tests"',
};

type RateSettings = Pick<
  GatewaySettings,
  'LETHE_RATE_TOKEN' | 'LETHE_RATE_WORKSPACE' | 'LETHE_RATE_USERS' | 'LETHE_RATE_TESTS'
>;

/** What charges callers for more than their requests. */
export interface CallerParts {
  readonly callers: CallerLimits;
}

/**
 * The rate limits of callers with a token: what they are, and how an answer tells them (`RateLimit-Policy` and
 * `RateLimit` of draft-ietf-httpapi-ratelimit-headers-10).
 */
export class CallerLimits {
  constructor(
    private readonly rates: RateLimits,
    private readonly config: RateSettings,
    private readonly http: Pick<HttpMetrics, 'refuse'>,
  ) {}

  /** @throws LetheError `too_many_requests` */
  chargeRequest(identity: TokenIdentity, reply: FastifyReply): void {
    this.charge('token', identity, reply);
    this.charge('workspace', identity, reply);
  }

  /**
   * @param cost units of the policy
   * @throws LetheError `too_many_requests` when units that came before have not drained yet
   */
  charge(policy: CallerPolicy, identity: TokenIdentity, reply: FastifyReply, cost = 1): void {
    const limit = this.limitOf(policy, identity);
    if (limit === 0 || cost === 0) return;
    const subject = policy === 'token' ? identity.tokenId : identity.workspaceId;
    const decision = this.rates.take(policy, subject, limit, cost);
    tell(reply, policy, limit, decision);
    if (decision.waitMs === 0) return;
    this.http.refuse('rate_limit');
    reply.header('retry-after', String(Math.ceil(decision.waitMs / 1_000)));
    throw new LetheError('too_many_requests', {
      message: `More than ${limit} ${WORDS[policy]}. Wait for the seconds that Retry-After says, then repeat.`,
    });
  }

  /** Units a second; 0: no limit. */
  private limitOf(policy: CallerPolicy, { rates = {} }: TokenIdentity): number {
    const { config } = this;
    switch (policy) {
      case 'token':
        return config.LETHE_RATE_TOKEN;
      case 'workspace':
        return rates.requests ?? config.LETHE_RATE_WORKSPACE;
      case 'users':
        return rates.users ?? config.LETHE_RATE_USERS;
      case 'tests':
        return rates.tests ?? config.LETHE_RATE_TESTS;
    }
  }
}

/** Adds an item to the lists of both headers (RFC 9651). */
function tell(reply: FastifyReply, policy: CallerPolicy, limit: number, decision: Decision): void {
  const { remaining, resetSeconds } = decision;
  append(reply, 'ratelimit-policy', `"${policy}";q=${limit};w=1${UNITS[policy]}`);
  append(reply, 'ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
}

function append(reply: FastifyReply, name: string, item: string): void {
  const before = reply.getHeader(name);
  reply.header(name, before === undefined ? item : `${String(before)}, ${item}`);
}
