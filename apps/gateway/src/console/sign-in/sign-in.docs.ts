import { LookUpSignInCodeDto, SignInCodeDto, SignInCodeOwnerDto, SignInWaysDto } from '@lethe/api';
import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiAnswer } from '../../docs/api-answer.decorator.js';
import { ApiErrors, BODY_ERRORS } from '../../docs/api-errors.decorator.js';
import { CONSOLE_TAG } from '../../docs/openapi-document.js';
import { OWN_PAGE, SentByConsole } from '../session/session.docs.js';

const WAYS: SignInWaysDto = {
  token: true,
  singleSignOn: { name: 'Okta', href: '/console/sign-in/oidc' },
};

const CODE: SignInCodeDto = {
  code: '…',
  href: 'https://lethe.example.com/console/sign-in#code=…',
  expiresAt: '2026-11-21T08:01:00.000Z',
};

export const ShowsSignIn = () =>
  applyDecorators(
    ApiTags(CONSOLE_TAG),
    ApiOperation({
      summary: 'Show how to sign in to the console',
      description: 'For everybody. To an `Accept` with `text/html` this is the page itself.',
    }),
    ApiErrors(),
    ApiAnswer(200, SignInWaysDto, 'The ways to sign in.', WAYS),
  );

export const MakesSignInCode = () =>
  applyDecorators(
    ApiTags(CONSOLE_TAG),
    ApiBearerAuth(),
    ApiOperation({
      summary: 'Make a code that signs in to the console once',
      description:
        'For a minute, to what the token of the request opens. Takes no scope, and not the session of the console.',
    }),
    ApiErrors('unauthorized', 'unavailable'),
    ApiAnswer(201, SignInCodeDto, 'Made. It is shown only now.', CODE),
  );

export const LooksSignInCodeUp = () =>
  applyDecorators(
    HttpCode(200),
    ApiTags(CONSOLE_TAG),
    SentByConsole(),
    ApiOperation({
      summary: 'Show whom a code signs in',
      description: `For the question that the console asks before it uses the code of a link. The code stays usable. ${OWN_PAGE}`,
    }),
    ApiErrors(...BODY_ERRORS, 'unauthorized', 'unavailable'),
    ApiBody({ type: LookUpSignInCodeDto, examples: { code: { value: { code: '…' } } } }),
    ApiAnswer(200, SignInCodeOwnerDto, 'Workspace and token.', {
      ...{ workspace: { id: 'ws_demo', name: 'Demo' }, token: { name: 'demo admin' } },
    }),
  );
