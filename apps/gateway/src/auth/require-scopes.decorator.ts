import { applyDecorators, UseGuards } from '@nestjs/common';
import type { Scope } from '@lethe/contracts';
import { RequiredScopes, ScopesGuard } from './scopes.guard.js';

/** The token must have all of these scopes. */
export function RequireScopes(...scopes: readonly Scope[]) {
  return applyDecorators(RequiredScopes(scopes), UseGuards(ScopesGuard));
}
