export * from './client-config.js';
export * from './database-access-error.js';
export * from './data-source.js';
export * from './database-connection.js';
export * from './database-error.js';
export * from './migrate.js';
export * from './numbered-migration.js';
export * from './transaction.js';
