/**
 * SQL: the id as given in a regulation. Deletions use this id; suppressions use the suppression key
 * in `user_id`.
 */
export const ID_AS_GIVEN = (row: string): string =>
  `coalesce(${row}.given_user_id, ${row}.user_id)`;
