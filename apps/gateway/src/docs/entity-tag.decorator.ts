import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';

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
