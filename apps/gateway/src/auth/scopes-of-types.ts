import type { TokenIdentity } from '@lethe/catalog';
import { LetheError, type RegulationType, type Scope } from '@lethe/contracts';

/** For each regulation type, the scope that is needed to create and to cancel regulations. */
export const SCOPE_OF = {
  suppress: 'regulations:suppress',
  suppress_with_delete: 'regulations:delete',
  delete: 'regulations:delete',
} as const satisfies Record<RegulationType, Scope>;

/**
 * @returns the types that the token is allowed to cancel, as in `CancelsDto`
 * @throws LetheError `insufficient_scope` if the token is not allowed to cancel any type
 */
export function cancelableTypes(identity: TokenIdentity): readonly RegulationType[] {
  // `suppress_with_delete` includes `delete`, see `CancelsDto`.
  const types = (['suppress', 'suppress_with_delete'] as const).filter((type) =>
    identity.scopes.includes(SCOPE_OF[type]),
  );
  if (types.length > 0) return types;
  throw new LetheError('insufficient_scope', {
    message: 'The token needs regulations:suppress or regulations:delete, and has neither.',
  });
}
