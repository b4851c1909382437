import { SessionDto, SignInDto } from '@lethe/api';
import { applyDecorators, HttpCode } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { ApiAnswer } from '../../docs/api-answer.decorator.js';
import { ApiErrors, BODY_ERRORS } from '../../docs/api-errors.decorator.js';
import { CONSOLE_TAG, SESSION_SECURITY } from '../../docs/openapi-document.js';

const SESSION: SessionDto = {
  createdAt: '2026-11-21T08:00:00.000Z',
  expiresAt: '2026-11-22T08:00:00.000Z',
  idleExpiresAt: '2026-11-21T16:00:00.000Z',
  workspaceId: 'ws_demo',
  tokenId: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11',
};

export const OWN_PAGE =
  'Only a page of the gateway itself may ask: `Sec-Fetch-Site` must be `same-origin` (where it is absent, `Origin` that of the `Host`).';

export const SentByConsole = () =>
  ApiHeader({
    name: 'X-Lethe-Console',
    required: true,
    description: 'Says that the console asks; no form and no other site can send it.',
    schema: { type: 'string', enum: ['1'] },
  });

export const BeginsSession = () =>
  applyDecorators(
    HttpCode(204),
    ApiTags(CONSOLE_TAG),
    SentByConsole(),
    ApiOperation({
      summary: 'Sign in to the console',
      description: `With a token, or a code of \`POST /console/sign-in-codes\`. The answer sets the cookie of a session. ${OWN_PAGE}`,
    }),
    ApiErrors(...BODY_ERRORS, 'unauthorized', 'unavailable'),
    ApiExtraModels(SignInDto),
    ApiBody({
      required: true,
      schema: { $ref: getSchemaPath(SignInDto) },
      examples: { token: { value: { token: 'lth_…' } }, code: { value: { code: '…' } } },
    }),
    ApiResponse({ status: 204, description: 'Signed in.' }),
  );

export const ShowsSession = () =>
  applyDecorators(
    ApiTags(CONSOLE_TAG),
    ApiSecurity(SESSION_SECURITY),
    SentByConsole(),
    ApiOperation({
      summary: 'Show until when somebody is signed in',
      description: `Who that is says \`GET /v2/me\`, which takes the cookie, too. ${OWN_PAGE}`,
    }),
    ApiErrors('unauthorized', 'unavailable'),
    ApiAnswer(200, SessionDto, 'The session.', SESSION),
  );

export const EndsSession = () =>
  applyDecorators(
    HttpCode(204),
    ApiTags(CONSOLE_TAG),
    ApiSecurity(SESSION_SECURITY),
    SentByConsole(),
    ApiOperation({
      summary: 'Sign out of the console',
      description: `The session ends at this gateway at once, at others within 2 seconds; again it changes nothing. ${OWN_PAGE}`,
    }),
    ApiErrors('unauthorized', 'unavailable'),
    ApiResponse({ status: 204, description: 'Signed out.' }),
  );
