import { LetheError, type Scope } from '@lethe/contracts';
import type { TokenIdentity } from '@lethe/catalog';

/** @throws LetheError `insufficient_scope` naming the scope that the token lacks */
export function requireScope(identity: TokenIdentity, scope: Scope): void {
  if (identity.scopes.includes(scope)) return;
  throw new LetheError('insufficient_scope', {
    message: `The token lacks the scope ${scope}.`,
  });
}
