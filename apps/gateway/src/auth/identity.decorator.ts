import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { TokenIdentity } from '@lethe/catalog';

/** The identity of the request's token. Only on routes that need credentials. */
export const Identity = createParamDecorator(
  (_data: unknown, context: ExecutionContext): TokenIdentity => {
    const { identity } = context.switchToHttp().getRequest<FastifyRequest>();
    if (identity === undefined) throw new Error('This route does not authenticate.');
    return identity;
  },
);
