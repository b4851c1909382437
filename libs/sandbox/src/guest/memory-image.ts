const CHUNK_WORDS = 1024;

interface Part {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * A copy of the current content of a WebAssembly memory, which can be restored many times.
 *
 * The memory of the variant consists of data (90 KiB), the stack (5 MiB, which grows down) and the
 * heap. The longest range of zeros is the unused part of the stack. This part is not restored,
 * because code writes to the stack before it reads from the stack. The memory after the end of the
 * heap is not restored either. Code cannot rely on zeros there, because the allocator clears memory
 * only on request.
 */
export class MemoryImage {
  private readonly target: Uint8Array;
  private readonly parts: readonly Part[];

  /** @param memory memory that must not grow while this image is used */
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

  /** Number of bytes that `restore()` copies. */
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

/** @returns the longest range of unused chunks, as its first chunk and the first chunk after it */
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
