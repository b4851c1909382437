import { createRequire } from 'node:module';

type ReadElement = (decoder: DecoderState) => unknown;
type ReadList = (this: DecoderState, read: ReadElement) => unknown;

interface DecoderState {
  readonly buffer: Buffer;
  offset: number;
  readInt32(): number;
  readVarInt(): number;
  readUVarInt(): number;
}

const require = createRequire(import.meta.url);
const { prototype } = require('kafkajs/src/protocol/decoder') as {
  prototype: DecoderState & Record<string, ReadList>;
};

/**
 * Lets kafkajs 2.2.4 make room for an element of a list when it is there. By itself it makes room for as
 * many as an answer announces: lists in lists end the process in a few bytes. Once for the process.
 */
export function mendLists(): void {
  prototype.readArray = function (read) {
    return elements(this, this.readInt32(), read);
  };
  prototype.readVarIntArray = function (read) {
    return elements(this, this.readVarInt(), read);
  };
  prototype.readUVarIntArray = function (read) {
    const length = this.readUVarInt(); // one more than it has
    return length === 0 ? null : elements(this, length - 1, read);
  };
  prototype.readArrayAsync = async function (read) {
    const found: unknown[] = [];
    const length = checked(this, this.readInt32());
    while (found.length < length) found.push(await read(this));
    return found;
  };
}

function elements(decoder: DecoderState, announced: number, read: ReadElement): unknown[] {
  const found: unknown[] = [];
  const length = checked(decoder, announced);
  while (found.length < length) found.push(read(decoder));
  return found;
}

/**
 * @returns how many elements a list has; none where it is -1, which stands for no list
 * @throws RangeError when they cannot be in what is left of the answer: each takes a byte at least
 */
function checked({ buffer, offset }: DecoderState, length: number): number {
  if (length === -1) return 0;
  if (length < 0 || length > buffer.length - offset) {
    throw new RangeError('A list is longer than the answer');
  }
  return length;
}
