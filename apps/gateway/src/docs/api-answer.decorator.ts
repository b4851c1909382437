import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Schema } from './openapi-document.js';

/**
 * Documents a JSON answer with a complete example.
 *
 * @param type DTO of the body
 * @param example must be valid by the schema of the DTO; a test checks this
 */
export function ApiAnswer<T extends object>(
  status: number,
  type: Type<T>,
  description: string,
  example: T,
) {
  const schema = { $ref: getSchemaPath(type) };
  return applyDecorators(ApiExtraModels(type), ApiJsonAnswer(status, schema, description, example));
}

/**
 * Documents a body without a DTO, such as a list. The models to which `schema` refers must be
 * documented elsewhere.
 */
export function ApiJsonAnswer(
  status: number,
  schema: Schema,
  description: string,
  example: unknown,
) {
  return ApiResponse({
    status,
    description,
    content: { 'application/json': { schema, example } },
  });
}

/** Documents that an answer has an entity tag, and that a client that sends this tag gets 304. */
export const ApiEntityTag = () =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'ETag of an earlier answer. If nothing has changed, the answer is 304.',
      schema: { type: 'string' },
    }),
    ApiResponse({ status: 304, description: 'Nothing has changed.' }),
  );
