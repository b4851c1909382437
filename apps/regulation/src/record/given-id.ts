/** SQL: the userId as it was given with the regulation in the row that is called so. Deletions go by it, suppressions by `user_id`. */
export const GIVEN_ID = (row: string): string => `coalesce(${row}.given_user_id, ${row}.user_id)`;
