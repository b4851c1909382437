import pg from 'pg';

// Of a CommonJS package only some exports can be imported by name.
export const { Client, escapeIdentifier } = pg;
