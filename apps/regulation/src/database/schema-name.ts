import { thisDatabase } from '@lethe/outbox';

/** The Postgres schema that the regulation service owns. */
export const SCHEMA = 'regulation';

/** SQL: identity of the database that a statement is carried out in. */
export const DATABASE_IDENTITY = thisDatabase(SCHEMA);
