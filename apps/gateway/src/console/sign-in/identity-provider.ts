import { createHash } from 'node:crypto';
import { isLoopback } from '@lethe/config';
import * as oidc from 'openid-client';
import { boundedFetch } from './bounded-fetch.js';
import { readClaims, type Claims } from './claims.js';
import type { MappedGroup, OidcSettings } from '../../config/oidc.variables.js';

export const START_PATH = '/console/sign-in/oidc';
export const CALLBACK_PATH = `${START_PATH}/callback`;

/** Maximum seconds for an answer of the provider. */
const TIMEOUT_SECONDS = 10;
/** Tolerated difference between the clock of the provider and the clock of Lethe. */
const CLOCK_TOLERANCE_SECONDS = 10;
/**
 * For this time after a failure, discovery is not repeated, even if many browsers begin a sign-in.
 */
const DISCOVERY_PAUSE_MS = 1_000;
/**
 * Discovery is repeated after this time. Until the new discovery has ended, sign-ins use the last
 * result.
 */
const DISCOVERY_MS = 3_600_000;

/**
 * Derives state, nonce and PKCE verifier from the attempt that the browser keeps. So gateways store
 * none of them, and any gateway can complete the sign-in.
 */
function valuesOf(attempt: string) {
  const derive = (name: string) =>
    createHash('sha256').update(`${name} ${attempt}`).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

/** Client of an OpenID Connect provider. It uses the authorization code flow with PKCE. */
export class IdentityProvider {
  private known: { readonly config: oidc.Configuration; readonly at: number } | undefined;
  private discovering: Promise<oidc.Configuration> | undefined;
  private failed: { readonly error: Error; readonly at: number } | undefined;

  constructor(
    private readonly settings: OidcSettings,
    private readonly discoveryMs = DISCOVERY_MS,
  ) {}

  /** Workspaces of the configured groups. */
  get workspaces(): readonly string[] {
    return [...new Set(this.settings.LETHE_OIDC_GROUPS.map(({ workspace }) => workspace))];
  }

  /**
   * @param target path and query of the callback
   * @returns the attempt to which the `state` of the callback belongs, if there is one
   */
  attemptOf(target: string, attempts: readonly string[]): string | undefined {
    const state = new URLSearchParams(target.split('?', 2)[1]).get('state');
    return attempts.find((attempt) => valuesOf(attempt).state === state);
  }

  /**
   * Returns the address of the provider to which the browser is sent.
   *
   * @throws if the provider does not answer
   */
  async begin(attempt: string): Promise<URL> {
    const { state, nonce, verifier } = valuesOf(attempt);
    return oidc.buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: `${this.settings.LETHE_PUBLIC_URL}${CALLBACK_PATH}`,
      scope: this.settings.LETHE_OIDC_SCOPES,
      ...{ state, nonce, code_challenge_method: 'S256' },
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    });
  }

  /**
   * Exchanges the code for claims.
   *
   * @param target path and query of the callback
   * @param attempt the attempt of `begin`, from the same browser
   * @throws if the callback or an answer of the provider is invalid
   */
  async finish(target: string, attempt: string): Promise<Claims> {
    const { state, nonce, verifier } = valuesOf(attempt);
    const config = await this.configuration();
    const url = new URL(`${this.settings.LETHE_PUBLIC_URL}${target}`);
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('The identity provider sent no ID token.');
    const { LETHE_OIDC_CLIENT_ID: clientId, LETHE_OIDC_GROUPS_CLAIM: groupsClaim } = this.settings;
    const { LETHE_OIDC_VERIFIED_EMAIL_ONLY: needsVerifiedEmail } = this.settings;
    const needed = [groupsClaim, 'email', ...(needsVerifiedEmail ? ['email_verified'] : [])];
    const hasAll = needed.every((name) => name in claims);
    const fetches = !hasAll && config.serverMetadata().userinfo_endpoint !== undefined;
    const userinfo = fetches
      ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
      : {};
    return readClaims(claims, userinfo, { clientId, groupsClaim, needsVerifiedEmail });
  }

  /** Returns the first configured group of a person. */
  groupOf({ groups }: Claims): MappedGroup | undefined {
    return this.settings.LETHE_OIDC_GROUPS.find(({ group }) => groups.includes(group));
  }

  private async configuration(): Promise<oidc.Configuration> {
    const { known } = this;
    if (known !== undefined && performance.now() - known.at < this.discoveryMs) return known.config;
    const { failed } = this;
    if (failed !== undefined && performance.now() - failed.at < DISCOVERY_PAUSE_MS) {
      if (known !== undefined) return known.config;
      throw failed.error;
    }
    this.discovering ??= this.discover()
      .catch((error: unknown) => {
        this.failed = { error: error as Error, at: performance.now() };
        throw error;
      })
      .finally(() => {
        this.discovering = undefined;
      });
    if (known === undefined) return this.discovering;
    this.discovering.catch(() => undefined); // the next sign-in repeats a failed discovery
    return known.config;
  }

  private async discover(): Promise<oidc.Configuration> {
    const { LETHE_OIDC_CLIENT_ID: clientId, LETHE_OIDC_CLIENT_SECRET: clientSecret } =
      this.settings;
    const issuer = new URL(this.settings.LETHE_OIDC_ISSUER);
    const isPlain = issuer.protocol === 'http:' && isLoopback(issuer.host);
    const execute = [
      // Checks the signature of ID tokens with the keys of `jwks_uri`. Accepts the asymmetric
      // algorithms that the provider lists, or RS256 if the provider lists none.
      oidc.enableNonRepudiationChecks,
      // oxlint-disable-next-line typescript/no-deprecated -- used on loopback only
      ...(isPlain ? [oidc.allowInsecureRequests] : []),
    ];
    const config = await oidc.discovery(
      issuer,
      clientId,
      { [oidc.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      clientSecret === undefined ? oidc.None() : oidc.ClientSecretPost(clientSecret),
      { timeout: TIMEOUT_SECONDS, execute, [oidc.customFetch]: boundedFetch },
    );
    this.known = { config, at: performance.now() };
    return config;
  }
}
