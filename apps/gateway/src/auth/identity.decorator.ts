import type { DataPlaneIdentity, TokenIdentity } from '@lethe/catalog';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The identity of the request's token. Only on routes that need credentials. */
export const Identity = createParamDecorator(
  (_data: unknown, context: ExecutionContext): TokenIdentity =>
    identityOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The data plane that asks. @throws Error on a route that does not take the secret of one */
export function dataPlaneOf({ dataPlane }: FastifyRequest): DataPlaneIdentity {
  if (dataPlane === undefined) throw new Error('This route does not authenticate data planes.');
  return dataPlane;
}

/** @throws Error on a route that needs no credentials */
export function identityOf({ identity }: FastifyRequest): TokenIdentity {
  if (identity === undefined) throw new Error('This route does not authenticate.');
  return identity;
}
