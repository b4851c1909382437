import { thisDatabase } from '@lethe/outbox';

/** The Postgres schema that the regulation service owns. */
export const SCHEMA = 'regulation';

/** SQL: which database a statement is carried out in. */
export const THIS_DATABASE = thisDatabase(SCHEMA);
