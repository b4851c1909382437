import pg from 'pg';

// Not all exports of `pg` can be imported by name, because `pg` is a CommonJS package.
export const { Client, escapeIdentifier } = pg;
