const CHUNK_WORDS = 1024;

interface Part {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * A copy of what a WebAssembly memory holds now, to be put back again and again.
 *
 * The variant's memory is laid out as data (90 KiB), stack (5 MiB, growing down) and heap. The
 * longest stretch of zeros is the part of the stack that nothing has used yet: it is left out,
 * since what lies below the stack pointer is never read before it is written. The same is true of
 * what lies above the heap's end: the allocator hands it out as it is, and zeroes it where zeros
 * are asked for.
 */
export class MemoryImage {
  private readonly target: Uint8Array;
  private readonly parts: readonly Part[];

  /** @param memory must not grow while this image is in use */
  constructor(memory: WebAssembly.Memory) {
    this.target = new Uint8Array(memory.buffer);
    const words = new Uint32Array(memory.buffer);
    const used = chunksInUse(words);
    const end = used.lastIndexOf(true) + 1;
    const [gapStart, gapEnd] = longestGap(used.slice(0, end));
    this.parts = [
      [0, gapStart],
      [gapEnd, end],
    ].map(([from = 0, to = 0]) => ({
      offset: from * CHUNK_WORDS * 4,
      bytes: this.target.slice(from * CHUNK_WORDS * 4, to * CHUNK_WORDS * 4),
    }));
  }

  /** Bytes that a restore copies. */
  get byteLength(): number {
    return this.parts.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  }

  restore(): void {
    for (const { offset, bytes } of this.parts) this.target.set(bytes, offset);
  }
}

function chunksInUse(words: Uint32Array): boolean[] {
  return Array.from({ length: Math.ceil(words.length / CHUNK_WORDS) }, (_, chunk) =>
    words.subarray(chunk * CHUNK_WORDS, (chunk + 1) * CHUNK_WORDS).some((word) => word !== 0),
  );
}

/** @returns first chunk of the gap, and the first after it */
function longestGap(used: readonly boolean[]): readonly [number, number] {
  let longest: readonly [number, number] = [0, 0];
  let start = 0;
  used.forEach((isUsed, chunk) => {
    if (!isUsed) return;
    if (chunk - start > longest[1] - longest[0]) longest = [start, chunk];
    start = chunk + 1;
  });
  return longest;
}
