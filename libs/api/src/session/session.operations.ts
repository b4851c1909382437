import { capability, exampleOf, EXAMPLE_UUID, route } from '../definition/index.js';
import { ConsoleHeadersDto, LookUpSignInCodeDto, SessionDto, SignInDto } from './session.dto.js';
import { SignInCodeDto, SignInCodeOwnerDto, SignInWaysDto } from './sign-in.dto.js';

const OWN_PAGE =
  'Only a page of the gateway itself may send this request: `Sec-Fetch-Site` must be `same-origin`. If it is absent, `Origin` must match `Host`.';

export const session = capability(
  'Console',
  'Signing in to the console, for people. Programs send their token instead.',
  {
    beginSession: route({
      credentials: 'none',
      http: 'POST /console/session',
      summary: 'Sign in to the console',
      description: `Takes a token, or a code from \`POST /console/sign-in-codes\`. The answer sets the session cookie. ${OWN_PAGE}`,
      headers: ConsoleHeadersDto,
      body: SignInDto,
      examples: { token: { value: { token: 'lth_…' } }, code: { value: { code: '…' } } },
      answer: { status: 204, description: 'Signed in.' },
      errors: ['unauthorized', 'unavailable'],
    }),

    getSession: route({
      credentials: 'session',
      http: 'GET /console/session',
      summary: 'Show the console session',
      description: `Shows when the session ends. \`GET /v2/me\` also accepts the session cookie, and shows the token of the session. ${OWN_PAGE}`,
      headers: ConsoleHeadersDto,
      answer: {
        status: 200,
        type: SessionDto,
        description: 'The session.',
        example: {
          createdAt: '2026-11-21T08:00:00.000Z',
          expiresAt: '2026-11-22T08:00:00.000Z',
          idleExpiresAt: '2026-11-21T16:00:00.000Z',
          workspaceId: 'ws_demo',
          tokenId: EXAMPLE_UUID,
        },
      },
    }),

    endSession: route({
      credentials: 'session if any', // a person without a session can remove the cookie, too
      http: 'DELETE /console/session',
      summary: 'Sign out of the console',
      description: `The session ends at this gateway immediately, and at other gateways within 2 seconds. Repeating the request changes nothing. ${OWN_PAGE}`,
      headers: ConsoleHeadersDto,
      answer: { status: 204, description: 'Signed out.' },
    }),

    getSignIn: route({
      credentials: 'none',
      http: 'GET /console/sign-in',
      summary: 'Show how to sign in to the console',
      description:
        'Needs no credentials. When `Accept` has `text/html`, the answer is the sign-in page itself.',
      answer: {
        status: 200,
        type: SignInWaysDto,
        description: 'The ways to sign in.',
        example: {
          token: true,
          singleSignOn: { name: 'Okta', href: '/console/sign-in/oidc' },
        },
      },
    }),

    createSignInCode: route({
      credentials: 'token only', // with a session, a code could renew the session
      http: 'POST /console/sign-in-codes',
      summary: 'Create a sign-in code for the console',
      description:
        'The code works once, within one minute, and signs in with the token of the request. Requires no scope. A console session cannot create a code.',
      scopes: [],
      answer: {
        status: 201,
        type: SignInCodeDto,
        description: 'Created. The code is shown only in this answer.',
        example: {
          code: '…',
          href: 'https://lethe.example.com/console/sign-in#code=…',
          expiresAt: '2026-11-21T08:01:00.000Z',
        },
      },
    }),

    lookUpSignInCode: route({
      credentials: 'none',
      http: 'POST /console/sign-in-codes/lookup',
      summary: 'Show the token of a sign-in code',
      description: `The console shows this answer and asks for confirmation before it uses the code of a link. The code stays valid. ${OWN_PAGE}`,
      headers: ConsoleHeadersDto,
      body: LookUpSignInCodeDto,
      examples: { code: { value: { code: '…' } } },
      answer: {
        status: 200,
        type: SignInCodeOwnerDto,
        description: 'The workspace and the token of the code.',
        example: exampleOf(SignInCodeOwnerDto),
      },
      errors: ['unauthorized', 'unavailable'],
    }),
  },
);
