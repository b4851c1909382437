import type { DestinationCategory } from './destination-definition.js';

/**
 * Reasons why the Test API does not support a category. The Test API can show only HTTP requests.
 */
const UNTESTABLE: Readonly<Partial<Record<DestinationCategory, string>>> = {
  stream: 'Events are written to a stream or queue, not sent as HTTP requests.',
  spreadsheet: 'Events are written to a spreadsheet, not sent as HTTP requests.',
  'key-value-cache': 'Events are written to a key-value cache, not sent as HTTP requests.',
  'stream-insert-warehouse': 'Events are inserted as a stream, not sent as HTTP requests.',
  'object-store': 'Events are written to objects in batches, not sent as HTTP requests.',
  'file-transfer': 'Events are written to files in batches, not sent as HTTP requests.',
  warehouse: 'Events are loaded into tables in batches, not sent as HTTP requests.',
  custom: 'No events are sent to this destination: it is for deletions by a self-hosted worker.',
};

/** Returns whether the Test API supports types of a category. If it does not, adds the reason. */
export function testCapability(category: DestinationCategory) {
  const reason = UNTESTABLE[category];
  return reason === undefined ? { supported: true } : { supported: false, reason };
}
