/**
 * What a session of the relay has found out holds for another database: it was restored, or failed over
 * to a copy, and some of our connections lead to one of the two, others to the other.
 */
export class AnotherDatabaseError extends Error {
  override readonly name = 'AnotherDatabaseError';

  constructor() {
    super(
      'This is not the database that the relay holds its lock on: it was restored or failed over.',
    );
  }
}

/** @throws AnotherDatabaseError unless a statement was carried out where the session began */
export function assertHere(row: { readonly is_here: boolean } | undefined): void {
  if (row?.is_here === false) throw new AnotherDatabaseError();
}
