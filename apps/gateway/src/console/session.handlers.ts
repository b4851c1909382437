import { session } from '@lethe/api/session';
import { LetheError } from '@lethe/contracts';
import type { ConsoleSessions } from '../auth/session/console-sessions.js';
import { hasProvider, type OidcVariables } from '../config/oidc.variables.js';
import { controllerOf } from '../operations/controller-of.js';
import { pickMembers } from '../operations/pick-members.js';
import { START_PATH } from './sign-in/identity-provider.js';
import { signInLink } from './sign-in/sign-in-link.js';

interface SessionParts {
  readonly config: OidcVariables;
  readonly consoleSessions: ConsoleSessions;
}

/** Signs people in to the console, and signs them out. */
export const SessionController = controllerOf(
  session,
  ({ config, consoleSessions: sessions }: SessionParts) => ({
    beginSession: {
      answers: ({ request, reply, body: { token, code = '' } }) =>
        sessions.begin(request, reply, token === undefined ? { code } : { token }),
    },
    getSession: {
      answers({ request: { consoleSession } }) {
        if (consoleSession === undefined) throw new LetheError('unauthorized');
        return {
          ...pickMembers(consoleSession, 'createdAt', 'expiresAt', 'idleExpiresAt'),
          ...pickMembers(consoleSession.identity, 'workspaceId', 'tokenId'),
        };
      },
    },
    endSession: { answers: ({ request, reply }) => sessions.end(request, reply) },

    getSignIn: {
      answers() {
        const provider = { name: config.LETHE_OIDC_NAME, href: START_PATH };
        return { token: true, singleSignOn: hasProvider(config) ? provider : null };
      },
    },
    createSignInCode: {
      async answers({ identity, request: { protocol, headers } }) {
        const { code, expiresAt } = await sessions.makeCode(identity);
        const origin = config.LETHE_PUBLIC_URL ?? `${protocol}://${headers.host ?? ''}`;
        return { code, href: signInLink(origin, code), expiresAt: expiresAt.toISOString() };
      },
    },
    lookUpSignInCode: {
      async answers({ request, reply, body }) {
        const owner = await sessions.findCode(request, reply, body.code);
        return { workspace: owner.workspace, token: { name: owner.tokenName } };
      },
    },
  }),
);
