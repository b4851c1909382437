import type { DataPlaneIdentity } from '@lethe/catalog';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The data plane that asks. Only on routes that take the secret of one. */
export const DataPlane = createParamDecorator(
  (_data: unknown, context: ExecutionContext): DataPlaneIdentity => {
    const { dataPlane } = context.switchToHttp().getRequest<FastifyRequest>();
    if (dataPlane === undefined) throw new Error('This route does not authenticate data planes.');
    return dataPlane;
  },
);
