// Readers of files and pasted lists of users. `@lethe/contracts/user-files` is a separate entry
// point that also runs in browsers, so it uses neither Node nor packages.
export { knownIdentifier } from '../regulations/member-names.js';
export * from './column-positions.js';
export * from './delimiters.js';
export * from './escaped-cells.js';
export * from './file-kinds.js';
export * from './file-shape.js';
export * from './lines.js';
export * from './looks-like-data.js';
export * from './read-csv.js';
export * from './read-record.js';
export * from './row.js';
export * from './suspicious-ids.js';
