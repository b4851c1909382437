import type { TokenIdentity } from '@lethe/catalog';
import { LetheError, type Scope } from '@lethe/contracts';
import {
  applyDecorators,
  Injectable,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { identityOf } from './identity.decorator.js';

const RequiredScopes = Reflector.createDecorator<readonly Scope[]>();

/** The token must have all of these scopes. Which role has which is in `@lethe/contracts`. */
export function RequireScopes(...scopes: readonly Scope[]) {
  return applyDecorators(RequiredScopes(scopes), UseGuards(ScopesGuard));
}

/** @throws LetheError `insufficient_scope` naming the scope that the token lacks */
export function requireScope(identity: TokenIdentity, scope: Scope): void {
  if (identity.scopes.includes(scope)) return;
  throw new LetheError('insufficient_scope', {
    message: `The token lacks the scope ${scope}.`,
  });
}

/** Refuses a request whose token lacks a scope that `@RequireScopes` names. */
@Injectable()
class ScopesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const identity = identityOf(context.switchToHttp().getRequest<FastifyRequest>());
    const scopes = this.reflector.get(RequiredScopes, context.getHandler());
    for (const scope of scopes) requireScope(identity, scope);
    return true;
  }
}
