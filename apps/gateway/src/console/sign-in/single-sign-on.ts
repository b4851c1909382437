import type { PersonSessions, SecretBox } from '@lethe/catalog';
import { EMAIL_PATTERN, LetheError, ROLES, secretNameProblem } from '@lethe/contracts';
import { describeError, type Logger } from '@lethe/observability';
import { LogThrottle } from '@lethe/resilience';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OidcSettings } from '../../config/oidc.variables.js';
import { FairBatches } from '../../auth/fair-batches.js';
import { FailedCredentials } from '../../auth/failed-credentials.js';
import type { SessionCookies } from '../../auth/session/session-cookies.js';
import { ATTEMPT_SECONDS, AttemptCookie } from './attempt-cookie.js';
import { RefusedClaimsError, type Claims } from './claims.js';
import { IdentityProvider, START_PATH } from './identity-provider.js';
import { IssuedAttempts } from './issued-attempts.js';
import { sendPage } from './sign-in-page.js';

export interface SingleSignOnParts {
  readonly personSessions: Pick<PersonSessions, 'begin' | 'end'>;
  readonly cookies: SessionCookies;
  /** Seals what a browser keeps while it is at the provider. */
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Sign-ins that the provider is asked about at once. */
const AT_ONCE = 16;
/**
 * Failed sign-ins of one address in a minute, after which the provider is not asked about further ones. Each costs the provider a
 * request with our client secret, and providers block a client that sends many wrong ones.
 */
const FAILURES_PER_MINUTE = 20;
/** The console goes on with the page that was asked for before the sign-in, which the browser keeps (`return-address.ts`). */
const SIGNED_IN = '/console/#signed-in';
/** Room for a number behind it, within a label. */
const NAME_LENGTH = 150;

/** Signs people in to the console by an identity provider. Its answers are pages: a browser has them open. */
export class SingleSignOn {
  private readonly provider: IdentityProvider;
  private readonly attempts: AttemptCookie;
  private readonly issued: IssuedAttempts;
  private readonly failedCredentials = new FailedCredentials(FAILURES_PER_MINUTE);
  private readonly asked = new FairBatches({ atOnce: AT_ONCE, size: 1 });
  private readonly failures = new LogThrottle();

  constructor(
    private readonly settings: OidcSettings,
    private readonly parts: SingleSignOnParts,
  ) {
    this.provider = new IdentityProvider(settings);
    this.attempts = new AttemptCookie(settings.LETHE_PUBLIC_URL);
    this.issued = new IssuedAttempts(parts.secrets, ATTEMPT_SECONDS * 1_000);
  }

  /** What people call the provider. */
  private get name(): string {
    return this.settings.LETHE_OIDC_NAME;
  }

  /** Sends the browser to the provider. @returns a page where that does not answer, or another site sent the browser here */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') {
      return sendPage(reply, {
        ...{ status: 200, title: 'Sign in to Lethe?' },
        text: 'A link brought you here. Go on only if you want to sign in.',
        link: { href: START_PATH, label: `Continue with ${this.name}` },
      });
    }
    const attempt = this.issued.issue();
    try {
      const url = await this.provider.begin(attempt);
      this.attempts.write(reply, [attempt, ...this.openAttempts(request)]);
      reply.status(302).header('location', url.href);
      return '';
    } catch (error) {
      this.note(error);
      return sendPage(reply, {
        ...{ status: 503, title: `${this.name} does not answer` },
        text: 'Try again in a while, or sign in with a token. The log of the gateway says why.',
      });
    }
  }

  /** Begins a session for whom the provider sent back. @returns the page that goes on, or says why not */
  async finish(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const attempts = this.openAttempts(request);
    const attempt = this.provider.attemptOf(request.url, attempts);
    if (attempt === undefined) {
      return sendPage(reply, {
        ...{ status: 400, title: 'Please sign in again' },
        text: 'It took more than ten minutes, or began in another browser, or this one keeps no cookies.',
      });
    }
    this.attempts.write(
      reply,
      attempts.filter((one) => one !== attempt),
    );
    this.issued.use(attempt);
    let claims: Claims;
    try {
      const ask = this.failedCredentials.asking(request, reply, this.asked);
      claims = await ask(() => {
        this.failedCredentials.refuseOverLimit(request); // in its turn, as those before may just have failed
        return this.provider.finish(request.url, attempt);
      });
    } catch (error) {
      if (error instanceof LetheError && error.code === 'too_many_requests') {
        return sendPage(reply, {
          ...{ status: error.status, title: 'Too many sign-ins failed' },
          text: `${FAILURES_PER_MINUTE} sign-ins from your address failed within a minute. Wait a minute, then sign in again, or sign in with a token.`,
        });
      }
      this.note(error);
      this.failedCredentials.countFailure(request);
      if (error instanceof RefusedClaimsError) {
        const title = `${this.name} did not sign you in`;
        return sendPage(reply, { status: 403, title, text: error.message });
      }
      return sendPage(reply, {
        ...{ status: 400, title: `${this.name} did not sign you in` },
        text: `${saidByProvider(error)}Try again, or sign in with a token. The log of the gateway says why.`,
      });
    }
    return await this.letIn(request, reply, claims);
  }

  /** @returns the attempts of a browser that a gateway began, and that are not expired or used: the latest first */
  private openAttempts(request: FastifyRequest): readonly string[] {
    return this.attempts.read(request).filter((attempt) => this.issued.isOpen(attempt));
  }

  private async letIn(
    request: FastifyRequest,
    reply: FastifyReply,
    claims: Claims,
  ): Promise<string> {
    const group = this.provider.groupOf(claims);
    const name = nameOf(claims);
    const { email = '', issuer, subject } = claims;
    const person = `${issuer} ${subject}`;
    const { workspaces } = this.provider;
    try {
      await this.parts.personSessions.end(
        person,
        workspaces.filter((id) => id !== group?.workspace),
      );
      if (group === undefined) {
        return sendPage(reply, {
          ...{ status: 403, title: 'You may not use this Lethe' },
          text: `${this.name} knows you as ${name}, and you are in none of the groups that may use it. Ask whoever looks after Lethe, or the groups.`,
        });
      }
      const begun = await this.parts.personSessions.begin({
        ...{ workspaceId: group.workspace, person, name },
        email: isShown(email) ? email : '',
        scopes: ROLES[group.role],
      });
      this.parts.cookies.write(request, reply, begun.secret, begun.expiresAt);
    } catch (error) {
      if (!(error instanceof LetheError)) throw error;
      this.note(error);
      return sendPage(reply, { status: error.status, ...whyNot(error, group?.workspace ?? '') });
    }
    return sendPage(reply, {
      ...{ status: 200, title: 'You are signed in', next: SIGNED_IN },
      text: `As ${name}, in the workspace ${group.workspace}.`,
    });
  }

  private note(error: unknown): void {
    const { code, error: said } = error as { code?: unknown; error?: unknown };
    // Not by what was said, which may be anybody's: each would have a line of its own.
    if (!this.failures.isDue(typeof code === 'string' ? code : '')) return;
    // What the provider answered to us, as a word of its protocol: invalid_client, and the like.
    const answer = isWord(said) ? { answer: said } : {};
    this.parts.logger.warn({ error: describeError(error), ...answer }, 'single sign-on failed');
  }
}

/** @param workspace that is named in the settings */
function whyNot(error: LetheError, workspace: string): { title: string; text: string } {
  if (error.code === 'not_found') {
    const text = `LETHE_OIDC_GROUPS names the workspace ${workspace}, which there is not.`;
    return { title: 'There is no such workspace', text };
  }
  return { title: 'That did not work', text: error.message };
}

/** A word of the protocol (access_denied), if there is one; its descriptions may come from anybody. */
function saidByProvider(error: unknown): string {
  const { error: said } = error as { error?: unknown };
  return isWord(said) ? `It said: ${said}. ` : '';
}

function isWord(text: unknown): text is string {
  return typeof text === 'string' && /^[a-z_]{1,40}$/.test(text);
}

function isShown(email: string): boolean {
  return EMAIL_PATTERN.test(email) && secretNameProblem(email) === undefined;
}

function nameOf({ email, subject }: Claims): string {
  const text = (email ?? subject)
    .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
    .trim()
    .slice(0, NAME_LENGTH);
  return text === '' ? 'somebody' : text;
}
