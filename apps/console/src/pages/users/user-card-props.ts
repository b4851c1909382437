import type { Asked, IdentifierKind, User } from '../../api/users.js';

export interface UserCardProps {
  readonly person: User;
  /** By what the user was found. */
  readonly kind: IdentifierKind;
  readonly asked: Asked;
}
