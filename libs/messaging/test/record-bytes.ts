/** A record as `encodedRecord` writes it. The sequence of the headers is kept. */
export interface RecordParts {
  /** Offset minus the first offset of the batch. */
  readonly delta?: number;
  /** Time minus the first time of the batch, in milliseconds. */
  readonly milliseconds?: number;
  readonly key?: Buffer | null;
  readonly value?: Buffer | null;
  readonly headers?: readonly (readonly [name: Buffer | null, value: Buffer | null])[];
}

/** Encodes a number as a zigzag varint. */
export function varint(number: number): number[] {
  const bytes: number[] = [];
  let left = number < 0 ? -2 * number - 1 : number * 2;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) bytes.push((left % 0x80) | 0x80);
  return [...bytes, left];
}

/** Returns the key, the value and the headers of a record in the format of the log. */
export function encodedContent({ key = null, value = null, headers = [] }: RecordParts): Buffer {
  const parts = [key, value].map(field);
  const encoded = headers.flatMap(([name, content]) => [field(name), field(content)]);
  return Buffer.concat([...parts, Buffer.from(varint(headers.length)), ...encoded]);
}

/**
 * Returns a record in the format of the log.
 * https://kafka.apache.org/documentation/#record
 */
export function encodedRecord(parts: RecordParts, content = encodedContent(parts)): Buffer {
  const { delta = 0, milliseconds = 0 } = parts;
  const head = Buffer.from([0, ...varint(milliseconds), ...varint(delta)]);
  return Buffer.concat([Buffer.from(varint(head.length + content.length)), head, content]);
}

function field(bytes: Buffer | null): Buffer {
  if (bytes === null) return Buffer.from(varint(-1));
  return Buffer.concat([Buffer.from(varint(bytes.length)), bytes]);
}
