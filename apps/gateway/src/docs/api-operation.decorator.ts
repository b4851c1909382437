import type { ErrorCode } from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiBasicAuth, ApiBearerAuth, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { ApiErrors } from './api-errors.decorator.js';
import type { Schema } from './openapi-document.js';

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

/** Documents a parameter of the query that may be left out. */
export function ApiOptionalQuery(name: string, schema: Schema, description?: string) {
  const said = description === undefined ? {} : { description };
  return ApiQuery({ name, required: false, ...said, schema });
}
