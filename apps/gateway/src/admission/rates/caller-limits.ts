import type { TokenIdentity } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import type { FastifyReply } from 'fastify';
import type { GatewaySettings } from '../../config/gateway.config.js';
import type { HttpMetrics } from '../../http/http-metrics.js';
import type { Decision, Policy, RateLimits } from './rate-limits.js';

type CallerPolicy = Exclude<Policy, 'data_plane'>;

const POLICIES = {
  token: { setting: 'LETHE_RATE_TOKEN', unit: '', words: 'requests per second for this token' },
  workspace: {
    ...{ setting: 'LETHE_RATE_WORKSPACE', ofWorkspace: 'requests', unit: '' },
    words: 'requests per second for this workspace',
  },
  users: {
    ...{ setting: 'LETHE_RATE_USERS', ofWorkspace: 'users', unit: ';qu="users"' },
    words: 'users per second for this workspace',
  },
  tests: {
    ...{ setting: 'LETHE_RATE_TESTS', ofWorkspace: 'tests', unit: ';qu="tests"' },
    words: 'destination tests per second for this workspace',
  },
} as const satisfies Record<CallerPolicy, LimitedBy>;

interface LimitedBy {
  readonly setting: keyof GatewaySettings;
  /** Member of the rates of a workspace. If it is set, it replaces the value of `setting`. */
  readonly ofWorkspace?: keyof NonNullable<TokenIdentity['rates']>;
  /** Parameter for the unit in the header; empty if the unit is requests. */
  readonly unit: string;
  /** Unit in the message of a refusal. */
  readonly words: string;
}

type RateSettings = Pick<GatewaySettings, (typeof POLICIES)[CallerPolicy]['setting']>;

/** Dependency of handlers that charge callers for units other than requests. */
export interface CallerParts {
  readonly callers: CallerLimits;
}

/**
 * Applies the rate limits of callers with a token, and writes the headers `RateLimit-Policy` and
 * `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10).
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
   * @throws LetheError `too_many_requests` while earlier units have not drained
   */
  charge(policy: CallerPolicy, identity: TokenIdentity, reply: FastifyReply, cost = 1): void {
    const limit = this.limitOf(policy, identity);
    if (limit === 0 || cost === 0) return;
    const subject = policy === 'token' ? identity.tokenId : identity.workspaceId;
    const decision = this.rates.take(policy, subject, limit, cost);
    writeHeaders(reply, policy, limit, decision);
    if (decision.waitMs === 0) return;
    this.http.refuse('rate_limit');
    reply.header('retry-after', String(Math.ceil(decision.waitMs / 1_000)));
    throw new LetheError('too_many_requests', {
      message: `The limit of ${limit} ${POLICIES[policy].words} is exceeded. Wait for the number of seconds in Retry-After, then repeat the request.`,
    });
  }

  /** Returns units per second; 0: no limit. */
  private limitOf(policy: CallerPolicy, { rates = {} }: TokenIdentity): number {
    const { setting, ofWorkspace }: LimitedBy & { readonly setting: keyof RateSettings } =
      POLICIES[policy];
    return (ofWorkspace && rates[ofWorkspace]) ?? this.config[setting];
  }
}

/** Adds an item to the lists of both headers (RFC 9651). */
function writeHeaders(
  reply: FastifyReply,
  policy: CallerPolicy,
  limit: number,
  decision: Decision,
): void {
  const { remaining, resetSeconds } = decision;
  append(reply, 'ratelimit-policy', `"${policy}";q=${limit};w=1${POLICIES[policy].unit}`);
  append(reply, 'ratelimit', `"${policy}";r=${remaining};t=${resetSeconds}`);
}

function append(reply: FastifyReply, name: string, item: string): void {
  const before = reply.getHeader(name);
  reply.header(name, before === undefined ? item : `${String(before)}, ${item}`);
}
