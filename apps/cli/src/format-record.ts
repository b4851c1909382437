import type { ReceivedRecord } from '@lethe/messaging';
import { jsonOf } from '@lethe/contracts';
import { printable } from './printable.js';

/**
 * Formats a record for a terminal. The first line has position, time and key. The attributes of the
 * event and the value follow.
 *
 * @returns lines without control characters
 */
export function formatRecord(record: ReceivedRecord): string {
  const position = `${record.partition}@${record.offset}`;
  const time = new Date(record.timestamp).toISOString();
  const attributes = Object.entries(record.headers)
    .filter(([name]) => name !== 'ce_specversion' && name !== 'content-type')
    .map(([name, value]) => `${name.replace(/^ce_/, '')}=${value}`);
  const lines = [`${position}  ${time}  ${record.key ?? '(no key)'}`];
  if (attributes.length > 0) lines.push(`  ${attributes.join('  ')}`);
  lines.push(indent(formatValue(record.value)), '');
  return lines.map(printable).join('\n');
}

/** Returns a record for programs. A JSON value is parsed. Any other value is returned as text. */
export function recordToJson({
  partition,
  offset,
  timestamp,
  key,
  headers,
  value,
}: ReceivedRecord) {
  const time = new Date(timestamp).toISOString();
  return { partition, offset, time, key, headers, value: value === null ? null : parse(value) };
}

function parse(value: Buffer): unknown {
  const text = value.toString('utf8');
  const parsed = jsonOf(text);
  return parsed === undefined ? text : parsed; // shown unchanged if it is not JSON
}

function formatValue(value: Buffer | null): string {
  if (value === null) return '(tombstone)';
  const parsed = parse(value);
  return typeof parsed === 'string' ? value.toString('utf8') : JSON.stringify(parsed, null, 2);
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
