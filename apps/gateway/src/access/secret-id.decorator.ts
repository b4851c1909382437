import { LetheError } from '@lethe/contracts';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { isUuid } from '../http/request/is-uuid.js';

/** The id of the path. Throws LetheError `not_found` for what cannot be one: nobody needs to be asked about it. */
export const SecretId = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const { params } = context
    .switchToHttp()
    .getRequest<FastifyRequest<{ Params: { id: string } }>>();
  if (!isUuid(params.id)) throw new LetheError('not_found');
  return params.id;
});
