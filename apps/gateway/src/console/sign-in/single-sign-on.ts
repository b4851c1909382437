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
  /** Seals the attempts that browsers keep. */
  readonly secrets: Pick<SecretBox, 'seal' | 'open'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Maximum sign-ins that are completed at the provider at once. */
const AT_ONCE = 16;
/**
 * Maximum failed sign-ins of one address per minute. Further sign-ins are not sent to the provider.
 * Each sign-in is sent with the client secret of Lethe, and providers block clients that send many
 * wrong requests.
 */
const FAILURES_PER_MINUTE = 20;
/**
 * Address after a sign-in. From there, the console opens the page that was requested before the
 * sign-in. The browser keeps the address of that page (`return-address.ts`).
 */
const SIGNED_IN = '/console/#signed-in';
/** Maximum characters of a person's name. A suffix such as " (2)" can still be added. */
const NAME_LENGTH = 150;

/**
 * Signs people in to the console with an identity provider. The answers are HTML pages, because
 * people open these addresses in a browser.
 */
export class SingleSignOn {
  private readonly provider: IdentityProvider;
  private readonly attempts: AttemptCookie;
  private readonly issued: IssuedAttempts;
  private readonly failedCredentials = new FailedCredentials(FAILURES_PER_MINUTE);
  private readonly batches = new FairBatches({ atOnce: AT_ONCE, size: 1 });
  private readonly failures = new LogThrottle();

  constructor(
    private readonly settings: OidcSettings,
    private readonly parts: SingleSignOnParts,
  ) {
    this.provider = new IdentityProvider(settings);
    this.attempts = new AttemptCookie(settings.LETHE_PUBLIC_URL);
    this.issued = new IssuedAttempts(parts.secrets, ATTEMPT_SECONDS * 1_000);
  }

  /** Name of the provider that people see. */
  private get name(): string {
    return this.settings.LETHE_OIDC_NAME;
  }

  /**
   * Sends the browser to the provider.
   *
   * @returns a page if the provider does not answer, or if a link on another site opened this
   * address
   */
  async begin(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const site = request.headers['sec-fetch-site'];
    if (site !== undefined && site !== 'same-origin') {
      return sendPage(reply, {
        ...{ status: 200, title: 'Sign in to Lethe?' },
        text: 'A link opened this page. Continue only if you want to sign in.',
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
        text: 'Try again in a few minutes, or sign in with a token. The log of the gateway has the reason.',
      });
    }
  }

  /**
   * Begins a session for a person who comes back from the provider.
   *
   * @returns a page that opens the console, or a page with the reason of the refusal
   */
  async finish(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const attempts = this.openAttempts(request);
    const attempt = this.provider.attemptOf(request.url, attempts);
    if (attempt === undefined) {
      return sendPage(reply, {
        ...{ status: 400, title: 'Please sign in again' },
        text: 'The sign-in took more than ten minutes, it began in another browser, or this browser blocks cookies.',
      });
    }
    this.attempts.write(
      reply,
      attempts.filter((other) => other !== attempt),
    );
    this.issued.use(attempt);
    let claims: Claims;
    try {
      const ask = this.failedCredentials.lookupFor(request, reply, this.batches);
      claims = await ask(() => {
        this.failedCredentials.refuseOverLimit(request); // other sign-ins can have failed during the wait
        return this.provider.finish(request.url, attempt);
      });
    } catch (error) {
      if (error instanceof LetheError && error.code === 'too_many_requests') {
        return sendPage(reply, {
          ...{ status: error.status, title: 'Too many sign-ins failed' },
          text: `${FAILURES_PER_MINUTE} sign-ins from your IP address failed within a minute. Wait a minute, then sign in again, or sign in with a token.`,
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
        text: `${protocolWordOf(error)}Try again, or sign in with a token. The log of the gateway has the reason.`,
      });
    }
    return await this.beginSession(request, reply, claims);
  }

  /** @returns the attempts of a browser that are neither expired nor used, the newest first */
  private openAttempts(request: FastifyRequest): readonly string[] {
    return this.attempts.read(request).filter((attempt) => this.issued.isOpen(attempt));
  }

  private async beginSession(
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
          ...{ status: 403, title: 'You have no access to Lethe' },
          text: `${this.name} identified you as ${name}. None of your groups has access. Ask the operator of Lethe for access.`,
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
      return sendPage(reply, { status: error.status, ...refusalOf(error, group?.workspace ?? '') });
    }
    return sendPage(reply, {
      ...{ status: 200, title: 'You are signed in', next: SIGNED_IN },
      text: `You are signed in as ${name}, in the workspace ${group.workspace}.`,
    });
  }

  private note(error: unknown): void {
    const { code, error: word } = error as { code?: unknown; error?: unknown };
    // The log is throttled by code and not by text. Clients can invent texts, and each new text
    // would cause a log line.
    if (!this.failures.isDue(typeof code === 'string' ? code : '')) return;
    // A word of the OAuth protocol that the provider sent, such as invalid_client.
    const answer = isWord(word) ? { answer: word } : {};
    this.parts.logger.warn({ error: describeError(error), ...answer }, 'single sign-on failed');
  }
}

/** @param workspace the workspace of the person's group in the settings */
function refusalOf(error: LetheError, workspace: string): { title: string; text: string } {
  if (error.code === 'not_found') {
    const text = `LETHE_OIDC_GROUPS names the workspace ${workspace}, which does not exist. Ask the operator of Lethe to correct it.`;
    return { title: 'The workspace does not exist', text };
  }
  return { title: 'The sign-in failed', text: error.message };
}

/**
 * Returns a sentence with the provider's error word, such as access_denied, if there is one. The
 * error description is not shown, because any client can invent it.
 */
function protocolWordOf(error: unknown): string {
  const { error: word } = error as { error?: unknown };
  return isWord(word) ? `Its answer was ${word}. ` : '';
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
  return text === '' ? 'unnamed person' : text;
}
