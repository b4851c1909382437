import type { DestinationCategory } from './destination-definition.js';

/** Categories that cannot be tested, with the reason: there is no HTTP request that the Test API could show. */
const UNTESTABLE: Readonly<Partial<Record<DestinationCategory, string>>> = {
  stream: 'Events go to a stream or queue, not out as HTTP requests.',
  spreadsheet: 'Events go to a spreadsheet, not out as HTTP requests.',
  'key-value-cache': 'Events go to a key-value cache, not out as HTTP requests.',
  'stream-insert-warehouse': 'Events are inserted as a stream, not sent out as HTTP requests.',
  'object-store': 'Events are written to objects in batches, not sent out as HTTP requests.',
  'file-transfer': 'Events are written to files in batches, not sent out as HTTP requests.',
  warehouse: 'Events are loaded into tables in batches, not sent out as HTTP requests.',
  custom: 'Events do not go there: it is for deletions by a worker of your own.',
};

/** Whether destinations of a category can be tested, or why not. */
export function testCapability(category: DestinationCategory) {
  const reason = UNTESTABLE[category];
  return reason === undefined ? { supported: true } : { supported: false, reason };
}
