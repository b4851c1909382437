import { capability, exampleOf, EXAMPLE_UUID, route } from '../definition/index.js';
import { ConsoleHeadersDto, LookUpSignInCodeDto, SessionDto, SignInDto } from './session.dto.js';
import { SignInCodeDto, SignInCodeOwnerDto, SignInWaysDto } from './sign-in.dto.js';

const OWN_PAGE =
  'Only a page of the gateway itself may ask: `Sec-Fetch-Site` must be `same-origin` (where it is absent, `Origin` that of the `Host`).';

/** Signing in to the console, and out. */
export const session = capability(
  'Console',
  'Signing in to the console, which is for people; programs send their token.',
  {
    beginSession: route({
      credentials: 'none',
      http: 'POST /console/session',
      summary: 'Sign in to the console',
      description: `With a token, or a code of \`POST /console/sign-in-codes\`. The answer sets the cookie of a session. ${OWN_PAGE}`,
      headers: ConsoleHeadersDto,
      body: SignInDto,
      examples: { token: { value: { token: 'lth_…' } }, code: { value: { code: '…' } } },
      answer: { status: 204, description: 'Signed in.' },
      errors: ['unauthorized', 'unavailable'],
    }),

    getSession: route({
      credentials: 'session',
      http: 'GET /console/session',
      summary: 'Show until when somebody is signed in',
      description: `Who that is says \`GET /v2/me\`, which takes the cookie, too. ${OWN_PAGE}`,
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
      credentials: 'session if any', // also who is signed out already may forget the cookie
      http: 'DELETE /console/session',
      summary: 'Sign out of the console',
      description: `The session ends at this gateway at once, at others within 2 seconds; again it changes nothing. ${OWN_PAGE}`,
      headers: ConsoleHeadersDto,
      answer: { status: 204, description: 'Signed out.' },
    }),

    getSignIn: route({
      credentials: 'none',
      http: 'GET /console/sign-in',
      summary: 'Show how to sign in to the console',
      description: 'For everybody. To an `Accept` with `text/html` this is the page itself.',
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
      credentials: 'token only', // a session would outlive its end by a new one
      http: 'POST /console/sign-in-codes',
      summary: 'Make a code that signs in to the console once',
      description:
        'For a minute, to what the token of the request opens. Takes no scope, and not the session of the console.',
      scopes: [],
      answer: {
        status: 201,
        type: SignInCodeDto,
        description: 'Made. It is shown only now.',
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
      summary: 'Show whom a code signs in',
      description: `For the question that the console asks before it uses the code of a link. The code stays usable. ${OWN_PAGE}`,
      headers: ConsoleHeadersDto,
      body: LookUpSignInCodeDto,
      examples: { code: { value: { code: '…' } } },
      answer: {
        status: 200,
        type: SignInCodeOwnerDto,
        description: 'Workspace and token.',
        example: exampleOf(SignInCodeOwnerDto),
      },
      errors: ['unauthorized', 'unavailable'],
    }),
  },
);
