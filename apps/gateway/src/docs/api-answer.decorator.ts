import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Schema } from './openapi-document.js';

/**
 * Documents a JSON answer with an example of the whole of it.
 *
 * @param type DTO of the body
 * @param example one that is valid by the DTO's schema; a test holds them together
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

/** The same for a body that is no DTO, such as a list: `schema` refers to models documented elsewhere. */
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

/** Documents that an answer has an ETag, and is 304 for a client that names it. */
export const ApiEntityTag = () =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'ETag of an earlier answer; 304 when nothing has changed.',
      schema: { type: 'string' },
    }),
    ApiResponse({ status: 304, description: 'As it was.' }),
  );
