/** The Postgres schema that the regulation service owns. */
export const SCHEMA = 'regulation';
