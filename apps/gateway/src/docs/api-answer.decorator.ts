import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';

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
  return applyDecorators(
    ApiExtraModels(type),
    ApiResponse({
      status,
      description,
      content: { 'application/json': { schema: { $ref: getSchemaPath(type) }, example } },
    }),
  );
}
