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
 * Makes kafkajs 2.2.4 allocate each list element when it reads the element. Without this fix,
 * kafkajs allocates the announced length at once. A few bytes of nested lists can then use all
 * memory and end the process. The fix applies to the whole process.
 */
export function fixLists(): void {
  prototype.readArray = function (read) {
    return elements(this, this.readInt32(), read);
  };
  prototype.readVarIntArray = function (read) {
    return elements(this, this.readVarInt(), read);
  };
  prototype.readUVarIntArray = function (read) {
    const length = this.readUVarInt(); // the number of elements plus 1
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
 * Returns the number of elements of a list. The length -1 means that there is no list.
 * @throws RangeError if the list has more elements than bytes remain in the answer
 */
function checked({ buffer, offset }: DecoderState, length: number): number {
  if (length === -1) return 0;
  if (length < 0 || length > buffer.length - offset) {
    throw new RangeError('A list is longer than the answer');
  }
  return length;
}
