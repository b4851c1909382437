/**
 * A statement ran on another database than the session of the relay. After a restore or a failover,
 * one connection of the service can lead to the old database and another one to the new database.
 */
export class AnotherDatabaseError extends Error {
  override readonly name = 'AnotherDatabaseError';

  constructor() {
    super(
      'This connection leads to another database than the one where the relay holds its lock: the database was restored or failed over.',
    );
  }
}

/** @throws AnotherDatabaseError if the statement ran on another database than the session */
export function assertHere(row: { readonly is_here: boolean } | undefined): void {
  if (row?.is_here === false) throw new AnotherDatabaseError();
}
