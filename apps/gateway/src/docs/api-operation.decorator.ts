import type { ErrorCode } from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import {
  ApiBasicAuth,
  ApiBearerAuth,
  ApiOperation,
  ApiQuery,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { ApiErrors } from './api-errors.decorator.js';
import { DATA_PLANE_SECURITY, DATA_PLANES_TAG, type Schema } from './openapi-document.js';

interface OperationWords {
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** In addition to those of every operation that takes a token. */
  readonly errors: readonly ErrorCode[];
  /** Whether the token may come as Basic credentials, too. */
  readonly takesBasic?: boolean;
}

/** Documents an operation that takes a user's token. */
export function ApiTokenOperation(words: OperationWords) {
  const { tag, summary, description, errors, takesBasic = false } = words;
  return applyDecorators(
    ApiTags(tag),
    ...(takesBasic ? [ApiBasicAuth()] : []),
    ApiBearerAuth(),
    ApiOperation({ summary, description }),
    ApiErrors('unauthorized', 'insufficient_scope', 'unavailable', ...errors),
  );
}

/**
 * Documents an operation that takes the secret of a data plane.
 *
 * @param errors in addition to those of every such operation
 */
export function ApiDataPlaneOperation(
  summary: string,
  description: string,
  ...errors: readonly ErrorCode[]
) {
  return applyDecorators(
    ApiTags(DATA_PLANES_TAG),
    ApiSecurity(DATA_PLANE_SECURITY),
    ApiOperation({ summary, description }),
    ApiErrors(...errors, 'unauthorized', 'not_found', 'unavailable'),
  );
}

/** Documents a parameter of the query that may be left out. */
export function ApiOptionalQuery(name: string, schema: Schema, description?: string) {
  const said = description === undefined ? {} : { description };
  return ApiQuery({ name, required: false, ...said, schema });
}
