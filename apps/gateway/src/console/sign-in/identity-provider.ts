import { createHash } from 'node:crypto';
import { isLoopback } from '@lethe/config';
import * as oidc from 'openid-client';
import { boundedFetch } from './bounded-fetch.js';
import { readClaims, type Claims } from './claims.js';
import type { MappedGroup, OidcSettings } from '../../config/oidc.variables.js';

export const START_PATH = '/console/sign-in/oidc';
export const CALLBACK_PATH = `${START_PATH}/callback`;

/** Seconds for one answer of the provider. */
const TIMEOUT_SECONDS = 10;
/** By how much its clock may differ from ours. */
const CLOCK_TOLERANCE_SECONDS = 10;
/** For how long a failed question for its addresses is not repeated, however many browsers begin a sign-in. */
const DISCOVERY_PAUSE_MS = 1_000;
/** Its addresses are asked for anew after so long; nobody waits for that, those of before go on. */
const DISCOVERY_MS = 3_600_000;

/**
 * State, nonce and PKCE verifier of an attempt follow from what the browser keeps: so nothing is stored here, and whichever gateway
 * gets the end of it can check it.
 */
function partsOf(attempt: string) {
  const part = (name: string) =>
    createHash('sha256').update(`${name} ${attempt}`).digest('base64url');
  return { state: part('state'), nonce: part('nonce'), verifier: part('verifier') };
}

/** An identity provider, by OpenID Connect: the authorization code flow with PKCE. */
export class IdentityProvider {
  private known: { readonly config: oidc.Configuration; readonly at: number } | undefined;
  private asking: Promise<oidc.Configuration> | undefined;
  private failed: { readonly error: Error; readonly at: number } | undefined;

  constructor(
    private readonly settings: OidcSettings,
    private readonly discoveryMs = DISCOVERY_MS,
  ) {}

  /** The workspaces that people may get into by their groups. */
  get workspaces(): readonly string[] {
    return [...new Set(this.settings.LETHE_OIDC_GROUPS.map(({ workspace }) => workspace))];
  }

  /** @returns that of a browser's attempts of which the provider has sent it back, if it is there */
  attemptOf(target: string, attempts: readonly string[]): string | undefined {
    const state = new URLSearchParams(target.split('?', 2)[1]).get('state');
    return attempts.find((attempt) => partsOf(attempt).state === state);
  }

  /** Where the browser goes to sign in. @throws what the provider's silence throws */
  async begin(attempt: string): Promise<URL> {
    const { state, nonce, verifier } = partsOf(attempt);
    return oidc.buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: `${this.settings.LETHE_PUBLIC_URL}${CALLBACK_PATH}`,
      scope: this.settings.LETHE_OIDC_SCOPES,
      ...{ state, nonce, code_challenge_method: 'S256' },
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    });
  }

  /**
   * @param target path and query with which the browser came back
   * @param attempt that `begin` was called with, from the same browser
   * @throws whatever is wrong with what the browser or the provider say
   */
  async finish(target: string, attempt: string): Promise<Claims> {
    const { state, nonce, verifier } = partsOf(attempt);
    const config = await this.configuration();
    const url = new URL(`${this.settings.LETHE_PUBLIC_URL}${target}`);
    const tokens = await oidc.authorizationCodeGrant(config, url, {
      ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce },
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('There is no ID token.');
    const { LETHE_OIDC_CLIENT_ID: clientId, LETHE_OIDC_GROUPS_CLAIM: groupsClaim } = this.settings;
    const { LETHE_OIDC_VERIFIED_EMAIL_ONLY: needsVerifiedEmail } = this.settings;
    const wanted = [groupsClaim, 'email', ...(needsVerifiedEmail ? ['email_verified'] : [])];
    const isWhole = wanted.every((name) => name in claims);
    const asks = !isWhole && config.serverMetadata().userinfo_endpoint !== undefined;
    const more = asks ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
    return readClaims(claims, more, { clientId, groupsClaim, needsVerifiedEmail });
  }

  /** The first of the configured groups that somebody is in. */
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
    this.asking ??= this.discover()
      .catch((error: unknown) => {
        this.failed = { error: error as Error, at: performance.now() };
        throw error;
      })
      .finally(() => {
        this.asking = undefined;
      });
    if (known === undefined) return this.asking;
    this.asking.catch(() => undefined); // asked again with the next sign-in
    return known.config;
  }

  private async discover(): Promise<oidc.Configuration> {
    const { LETHE_OIDC_CLIENT_ID: clientId, LETHE_OIDC_CLIENT_SECRET: clientSecret } =
      this.settings;
    const issuer = new URL(this.settings.LETHE_OIDC_ISSUER);
    const isPlain = issuer.protocol === 'http:' && isLoopback(issuer.host);
    const execute = [
      // By the keys of `jwks_uri`, and asymmetric algorithms that the provider's document lists (RS256 where it lists none).
      oidc.enableNonRepudiationChecks,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- marked so to be noticed; on loopback only
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
