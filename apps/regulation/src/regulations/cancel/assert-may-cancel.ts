import type { CancelRegulation } from '@lethe/api/regulations';
import { LetheError, type RegulationType } from '@lethe/contracts';

/** @throws LetheError `insufficient_scope` if the caller is not allowed to cancel this type */
export function assertMayCancel(
  { allowedTypes }: Pick<CancelRegulation, 'allowedTypes'>,
  type: RegulationType,
): void {
  if (allowedTypes.includes(scopedType(type))) return;
  const scope = type === 'suppress' ? 'regulations:suppress' : 'regulations:delete';
  throw new LetheError('insufficient_scope', {
    message: `Canceling a regulation of type ${type} needs the scope ${scope}.`,
  });
}

/**
 * Callers that do not know the type `delete` send `suppress_with_delete`, which has the same scope.
 */
function scopedType(type: RegulationType): RegulationType {
  return type === 'delete' ? 'suppress_with_delete' : type;
}
