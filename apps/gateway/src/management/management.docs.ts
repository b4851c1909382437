import type { ErrorCode } from '@lethe/contracts';
import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiBasicAuth,
  ApiBearerAuth,
  ApiBody,
  ApiExtraModels,
  ApiHeader,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { IF_MATCH_PATTERN } from './if-match.js';

/** What the reference says about a kind of things that are managed. */
export interface KindDocs<Input extends object, Answer extends object> {
  /** In the singular. */
  readonly noun: string;
  /** Id in the path that the demo workspace has, where it is known before. */
  readonly id?: string;
  readonly input: Type<Input>;
  readonly inputExample: Input;
  readonly answer: Type<Answer>;
  readonly answerExample: Answer;
  /** Whether Basic credentials are taken as well. */
  readonly takesBasic?: boolean;
}

export interface ListedKindDocs<
  Input extends object,
  Answer extends object,
  Page extends object,
> extends KindDocs<Input, Answer> {
  readonly page: Type<Page>;
  readonly pageExample: Page;
}

const COMMON = ['unauthorized', 'insufficient_scope', 'unavailable'] as const;
const BODY = ['invalid_request', 'invalid_json', 'request_timeout', 'payload_too_large'] as const;

function ApiManagement(
  { takesBasic = false }: { readonly takesBasic?: boolean },
  summary: string,
  scope: string,
  ...errors: readonly ErrorCode[]
) {
  return applyDecorators(
    ApiTags('Catalog'),
    ...(takesBasic ? [ApiBasicAuth()] : []),
    ApiBearerAuth(),
    ApiOperation({ summary, description: `Takes \`${scope}\`.` }),
    ApiErrors(...COMMON, ...errors),
  );
}

function ApiId(example: string | undefined) {
  return ApiParam({
    name: 'id',
    schema: { type: 'string', ...(example === undefined ? {} : { example }) },
  });
}

function ApiInput<Input extends object>(type: Type<Input>, example: Input) {
  return applyDecorators(
    ApiExtraModels(type),
    ApiBody({
      required: true,
      schema: { $ref: getSchemaPath(type) },
      examples: { whole: { value: example } },
    }),
  );
}

function ApiIfMatch() {
  return ApiHeader({
    name: 'If-Match',
    required: false,
    description:
      'ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins.',
    schema: { type: 'string', pattern: IF_MATCH_PATTERN },
  });
}

export const DocumentsList = <I extends object, A extends object, P extends object>(
  docs: ListedKindDocs<I, A, P>,
) =>
  applyDecorators(
    ApiManagement(docs, `List: ${docs.noun}`, 'catalog:read', 'invalid_request'),
    ApiQuery({
      name: 'page',
      required: false,
      description: '100 items a page, in the order of their ids.',
      schema: { type: 'integer', minimum: 1, maximum: 999_999, default: 1 },
    }),
    ApiAnswer(200, docs.page, 'A page.', docs.pageExample),
  );

export const DocumentsReading = <I extends object, A extends object>(docs: KindDocs<I, A>) =>
  applyDecorators(
    ApiManagement(docs, `Show a ${docs.noun}`, 'catalog:read', 'not_found'),
    ApiId(docs.id),
    ApiAnswer(200, docs.answer, 'As it is; its version is in ETag.', docs.answerExample),
  );

export const DocumentsCreation = <I extends object, A extends object>(docs: KindDocs<I, A>) =>
  applyDecorators(
    ApiManagement(
      docs,
      `Create a ${docs.noun}`,
      'catalog:write',
      ...BODY,
      'unsupported_media_type',
      'conflict',
    ),
    ApiInput(docs.input, docs.inputExample),
    ApiAnswer(
      201,
      docs.answer,
      'Created. Location says where it is, ETag its version.',
      docs.answerExample,
    ),
  );

export const DocumentsReplacement = <I extends object, A extends object>(docs: KindDocs<I, A>) =>
  applyDecorators(
    ApiManagement(
      docs,
      `Replace a ${docs.noun}`,
      'catalog:write',
      ...BODY,
      'unsupported_media_type',
      'not_found',
      'conflict',
      'precondition_failed',
    ),
    ApiId(docs.id),
    ApiIfMatch(),
    ApiInput(docs.input, docs.inputExample),
    ApiAnswer(200, docs.answer, 'Replaced; its version is in ETag.', docs.answerExample),
  );

/** @param effect what else happens */
export const DocumentsDeletion = <I extends object, A extends object>(
  docs: KindDocs<I, A>,
  effect?: string,
  ...errors: readonly ErrorCode[]
) =>
  applyDecorators(
    ApiManagement(
      docs,
      `Delete a ${docs.noun}`,
      'catalog:write',
      'invalid_request',
      'not_found',
      'conflict',
      'precondition_failed',
      ...errors,
    ),
    ApiId(docs.id),
    ApiIfMatch(),
    ApiResponse({
      status: 204,
      description: `Deleted.${effect === undefined ? '' : ` ${effect}`}`,
    }),
  );
