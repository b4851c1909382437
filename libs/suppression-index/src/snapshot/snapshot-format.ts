/**
 * How a table lies in a file; all numbers little-endian and unsigned.
 *
 * A header: magic (8 bytes), version (4), number of segments (4), seed (16), bytes of a text (4), CRC-32 of these (4)
 * and the text. The text says what the table was made from; the CRC goes over it, too.
 * Then blocks: kind (4), bytes of the content (4), CRC-32 (4), content. A block's CRC goes on from
 * that of the block before it (the first from the header's) over kind, length and content, so that
 * none can be missing, repeated or out of turn.
 *
 * - entries: the rows of a segment, 16 bytes each: three words of the hash, the value. A key may
 *   come again, and then the later row counts.
 * - source sets: number (4), bytes (4) and the ids as JSON in UTF-8, of each.
 * - end: empty, and nothing behind it.
 */
export const MAGIC = Buffer.from('LETHESUP', 'latin1');
export const VERSION = 1;

/** Without the text. */
export const HEADER_BYTES = 40;
export const MAX_TEXT_BYTES = 2 ** 20;
export const BLOCK_HEADER_BYTES = 12;
/** Bytes of a block's header that its CRC covers. */
export const BLOCK_HEADER_COVERED = 8;
export const ROW_BYTES = 16;

export const ENTRIES = 1;
export const SOURCE_SETS = 2;
export const END = 3;

/**
 * Most bytes of a block that the writer makes, so that no block holds the event loop for more than
 * some milliseconds.
 */
export const BLOCK_BYTES = 2 ** 20;
/**
 * Most bytes of a block that a reader accepts: a single source set may need more than
 * `BLOCK_BYTES`.
 */
export const MOST_BLOCK_BYTES = 2 ** 26;
