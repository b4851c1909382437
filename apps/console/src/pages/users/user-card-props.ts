import type { UserSearch, IdentifierKind, User } from '../../api/users.js';

export interface UserCardProps {
  readonly person: User;
  /** Kind of the identifier by which the user was found. */
  readonly kind: IdentifierKind;
  readonly asked: UserSearch;
}
