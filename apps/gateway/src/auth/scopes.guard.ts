import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Scope } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';
import { requireScope } from './scopes.js';

/** Metadata of `@RequireScopes`. */
export const RequiredScopes = Reflector.createDecorator<readonly Scope[]>();

/** Refuses a request whose token lacks a scope that the handler declares. */
@Injectable()
export class ScopesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const { identity } = context.switchToHttp().getRequest<FastifyRequest>();
    if (identity === undefined) throw new Error('This route does not authenticate.');
    const scopes = this.reflector.get(RequiredScopes, context.getHandler());
    for (const scope of scopes) requireScope(identity, scope);
    return true;
  }
}
