/**
 * File format of a table. All numbers are unsigned and little-endian.
 *
 * The header consists of magic (8 bytes), version (4), number of segments (4), seed (16), length of
 * the text (4), CRC-32 of these fields and of the text (4), and the text. The text describes the
 * origin of the table.
 *
 * Blocks follow the header. A block consists of kind (4), length of the content (4), CRC-32 (4),
 * and content. The CRC of a block covers kind, length and content. It continues the CRC of the
 * previous block, or the CRC of the header for the first block. So a reader detects a block that is
 * missing, repeated or out of sequence.
 *
 * - entries: rows of a segment, with 16 bytes each. A row consists of three words of the hash, and
 * the value. If a key is repeated, its last row applies.
 * - source sets: for each set, number (4), length of the ids (4), and the ids as JSON in UTF-8.
 * - end: the last block, without content.
 */
export const MAGIC = Buffer.from('LETHESUP', 'latin1');
export const VERSION = 1;

export const HEADER_BYTES = 40;
export const MAX_TEXT_BYTES = 2 ** 20;
export const BLOCK_HEADER_BYTES = 12;
/** Bytes of a block header that its CRC covers. */
export const BLOCK_HEADER_COVERED = 8;
export const ROW_BYTES = 16;

export const ENTRIES = 1;
export const SOURCE_SETS = 2;
export const END = 3;

/**
 * Maximum bytes of a written block. With this limit, the event loop is blocked only for
 * milliseconds.
 */
export const BLOCK_BYTES = 2 ** 20;
/** Maximum bytes of a block that is read. A single source set can exceed `BLOCK_BYTES`. */
export const MAX_BLOCK_BYTES = 2 ** 26;
