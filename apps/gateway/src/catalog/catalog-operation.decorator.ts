import { PAGES_END_EARLY } from '@lethe/api/definition';
import { ID_PATTERN, type ErrorCode, type Scope } from '@lethe/contracts';
import { applyDecorators, HttpCode, UseInterceptors } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiHeader,
  ApiParam,
  ApiResponse,
  getSchemaPath,
} from '@nestjs/swagger';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { BODY_ERRORS } from '../docs/api-errors.decorator.js';
import { ApiOptionalQuery, ApiTokenOperation } from '../docs/api-operation.decorator.js';
import { AnswersPage } from '../http/answer/page.interceptor.js';
import { ReadsQuery } from '../http/request/without-effect.js';
import type { CatalogResource, ListedResource, PatchedResource } from './catalog-resource.js';
import { IF_MATCH_PATTERN } from '../http/request/if-match.js';
import { VersionInterceptor } from './version.interceptor.js';

/** `GET` of a list: takes `catalog:read` and `PageQuery`. */
export const ListOperation = (resource: ListedResource) =>
  applyDecorators(
    AnswersPage(),
    ReadsQuery(),
    CatalogOperation(resource, {
      tag: resource.reading?.tag,
      summary: resource.reading?.list ?? `List: ${resource.noun}`,
      scope: 'catalog:read',
      errors: ['invalid_request', ...errorsOfOwner(resource)],
    }),
    ApiOptionalQuery(
      'page',
      { type: 'integer', minimum: 1, maximum: 999_999, default: 1 },
      `100 items a page, in the order of their ids. ${PAGES_END_EARLY}`,
    ),
    ApiOptionalQuery(
      'after',
      { type: 'string', pattern: ID_PATTERN.source },
      'Taken unchanged from `paging.next`, which is a whole path: the rest of a page that ended early.',
    ),
    ApiAnswer(200, resource.page.type, resource.reading?.page ?? 'A page.', resource.page.example),
  );

/** `GET` of one: takes `catalog:read`; the handler returns a `VersionedAnswer`. */
export const ReadOperation = (resource: CatalogResource) =>
  applyDecorators(
    UseInterceptors(VersionInterceptor),
    CatalogOperation(resource, {
      tag: resource.reading?.tag,
      summary: resource.reading?.show ?? `Show a ${resource.noun}`,
      scope: 'catalog:read',
      errors: ['not_found'],
    }),
    ApiId(resource),
    ApiAnswer(
      200,
      resource.answer.type,
      resource.reading?.answer ?? 'As it is; its version is in ETag.',
      resource.answer.example,
    ),
  );

/** `POST`: takes `catalog:write` and `InputOf`; the handler returns a `VersionedAnswer`. */
export const CreateOperation = (resource: CatalogResource) =>
  applyDecorators(
    UseInterceptors(VersionInterceptor),
    CatalogOperation(resource, {
      summary: `Create a ${resource.noun}`,
      scope: 'catalog:write',
      errors: [...BODY_ERRORS, 'conflict', ...errorsOfOwner(resource)],
    }),
    ApiInput(resource),
    ApiAnswer(
      201,
      resource.answer.type,
      'Created. Location says where it is, ETag its version.',
      resource.answer.example,
    ),
  );

/** `PUT`: takes `catalog:write` and `ReplacementOf`; the handler returns a `VersionedAnswer`. */
export const ReplaceOperation = (resource: CatalogResource) =>
  applyDecorators(
    UseInterceptors(VersionInterceptor),
    CatalogOperation(resource, {
      summary: `Replace a ${resource.noun}`,
      scope: 'catalog:write',
      errors: [...BODY_ERRORS, 'not_found', 'conflict', 'precondition_failed'],
    }),
    ApiId(resource),
    ApiIfMatch(),
    ApiInput(resource),
    ApiAnswer(
      200,
      resource.answer.type,
      'Replaced; its version is in ETag.',
      resource.answer.example,
    ),
  );

/** `PATCH`: takes `catalog:write` and `PatchOf`; the handler returns a `VersionedAnswer`. */
export const PatchOperation = (resource: PatchedResource) =>
  applyDecorators(
    UseInterceptors(VersionInterceptor),
    CatalogOperation(resource, {
      summary: `Change a ${resource.noun}`,
      scope: 'catalog:write',
      errors: [...BODY_ERRORS, 'not_found', 'conflict', 'precondition_failed'],
    }),
    ApiId(resource),
    ApiIfMatch(),
    ApiConsumes('application/json', 'application/merge-patch+json'),
    ApiExtraModels(resource.input.patchType),
    ApiBody({
      required: true,
      description:
        'A merge patch (RFC 7396): what is absent stays, a member of `config` that is null goes.',
      schema: { $ref: getSchemaPath(resource.input.patchType) },
      examples: { one: { value: resource.input.patch } },
    }),
    ApiAnswer(
      200,
      resource.answer.type,
      'Changed; its version is in ETag.',
      resource.answer.example,
    ),
  );

/**
 * `DELETE`, answered 204: takes `catalog:write` and `IfMatch`.
 *
 * @param effect what else happens, for the reference
 * @param errors that come of it
 */
export const DeleteOperation = (
  resource: CatalogResource,
  effect?: string,
  ...errors: readonly ErrorCode[]
) =>
  applyDecorators(
    HttpCode(204),
    CatalogOperation(resource, {
      summary: `Delete a ${resource.noun}`,
      scope: 'catalog:write',
      errors: ['invalid_request', 'not_found', 'conflict', 'precondition_failed', ...errors],
    }),
    ApiId(resource),
    ApiIfMatch(),
    ApiResponse({
      status: 204,
      description: `Deleted.${effect === undefined ? '' : ` ${effect}`}`,
    }),
  );

interface OperationWords {
  readonly tag?: string | undefined;
  readonly summary: string;
  /** The token must have it. */
  readonly scope: Scope;
  readonly errors: readonly ErrorCode[];
}

function CatalogOperation(
  { takesBasic = false }: CatalogResource,
  { tag = 'Catalog', summary, scope, errors }: OperationWords,
) {
  return applyDecorators(
    RequireScopes(scope),
    ApiTokenOperation({ tag, summary, description: `Takes \`${scope}\`.`, errors, takesBasic }),
  );
}

/** What has a parameter of its own is beside something else, which may not be there. */
function errorsOfOwner({ idParameter = 'id' }: CatalogResource): readonly ErrorCode[] {
  return idParameter === 'id' ? [] : ['not_found'];
}

function ApiId({ exampleId: example, idParameter: name = 'id' }: CatalogResource) {
  return ApiParam({
    name,
    schema: { type: 'string', ...(example === undefined ? {} : { example }) },
  });
}

function ApiInput({ input }: CatalogResource) {
  return applyDecorators(
    ApiExtraModels(input.type),
    ApiBody({
      required: true,
      schema: { $ref: getSchemaPath(input.type) },
      examples: { whole: { value: input.example } },
    }),
  );
}

export function ApiIfMatch() {
  return ApiHeader({
    name: 'If-Match',
    required: false,
    description:
      'ETags with their quotes, or `*`: the change is made only while one of them is the present one, else 412. A weak one never is. Without the header the last change wins.',
    schema: { type: 'string', pattern: IF_MATCH_PATTERN },
  });
}
