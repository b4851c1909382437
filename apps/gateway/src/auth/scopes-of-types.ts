import type { TokenIdentity } from '@lethe/catalog';
import { LetheError, type RegulationType, type Scope } from '@lethe/contracts';

/** The scope that creating and canceling a type takes. */
export const SCOPE_OF = {
  suppress: 'regulations:suppress',
  suppress_with_delete: 'regulations:delete',
  delete: 'regulations:delete',
} as const satisfies Record<RegulationType, Scope>;

/**
 * @returns what the token may cancel, as `CancelsDto` says it
 * @throws LetheError `insufficient_scope` when that is nothing at all
 */
export function cancelableTypes(identity: TokenIdentity): readonly RegulationType[] {
  // `suppress_with_delete` stands for `delete` too, see `CancelsDto`.
  const types = (['suppress', 'suppress_with_delete'] as const).filter((type) =>
    identity.scopes.includes(SCOPE_OF[type]),
  );
  if (types.length > 0) return types;
  throw new LetheError('insufficient_scope', {
    message: 'The token lacks the scopes regulations:suppress and regulations:delete.',
  });
}
