import { createRequire } from 'node:module';
import type { PartitionHeaders } from '../records/partition-records.js';

/** Stands for "no value" on its way through kafkajs. Known by its identity, not by its bytes. */
const NO_VALUE = Buffer.alloc(0);

interface KafkaEncoder {
  writeVarIntBytes(value: Buffer | string | null): unknown;
}

/**
 * Kafka allows a header without a value, and kafkajs 2.2.4 (its last release) reads one, but throws
 * when it computes the size of one that it is to write. So such a value travels as an empty buffer,
 * as long as the real one (both take one byte), and is written as what it is.
 */
const require = createRequire(import.meta.url);
const encoder = require('kafkajs/src/protocol/encoder') as { prototype: KafkaEncoder };
const writeVarIntBytes = Reflect.get(encoder.prototype, 'writeVarIntBytes');
encoder.prototype.writeVarIntBytes = function (this: KafkaEncoder, value) {
  return writeVarIntBytes.call(this, value === NO_VALUE ? null : value);
};

/** Headers that kafkajs can write; mostly the very ones that it was given. */
export function writableHeaders(headers: PartitionHeaders): Record<string, Buffer | string[]> {
  let changed: Record<string, unknown> | undefined;
  for (const name in headers) {
    const value = headers[name];
    if (value === null) (changed ??= { ...headers })[name] = NO_VALUE;
    else if (Array.isArray(value) && value.includes(null)) {
      (changed ??= { ...headers })[name] = value.map((one: unknown) => one ?? NO_VALUE);
    }
  }
  return (changed ?? headers) as Record<string, Buffer | string[]>;
}
