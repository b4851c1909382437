import type { FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

const BLOCK = 64 * 1024;
const LINE_END = 0x0a;

/** @returns bytes up to the end of the last line that has one */
export async function wholeSize(file: FileHandle): Promise<number> {
  const block = Buffer.alloc(BLOCK);
  for (let { size } = await file.stat(); size > 0; size -= Math.min(size, BLOCK)) {
    const start = Math.max(0, size - BLOCK);
    const { bytesRead } = await file.read(block, 0, size - start, start);
    const at = block.subarray(0, bytesRead).lastIndexOf(LINE_END);
    if (at !== -1) return start + at + 1;
  }
  return 0;
}

/** The lines of the first bytes of a file, without their ends, one after the other. @param size where a line ends, or 0 */
export async function* linesOf(file: FileHandle, size: number): AsyncGenerator<string> {
  const block = Buffer.alloc(BLOCK);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(block, 0, Math.min(BLOCK, size - at), at);
    if (bytesRead === 0) return; // somebody else has cut it off
    at += bytesRead;
    // Not with node:readline, for which a line ends at U+2028 as well.
    const lines = (rest + decoder.write(block.subarray(0, bytesRead))).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
