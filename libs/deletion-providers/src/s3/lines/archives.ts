const TAR_BYTES = 512;
/** Of the checksum in a header of tar, which counts as blanks. */
const TAR_SUM = [148, 156] as const;
const BLANK = 0x20;

/** How archives begin that can hold files as they are, and so whole rows. */
const ARCHIVES: readonly (readonly [string, readonly string[]])[] = [
  ['zip', ['PK\x03\x04', 'PK\x07\x08', 'PK00PK']],
  ['rar', ['Rar!\x1a\x07']],
  ['ar', ['!<arch>', '!<thin>']],
  ['cpio', ['070701', '070702', '070707', '\x71\xc7', '\xc7\x71']],
  ['WARC', ['WARC/']],
];
const HEAD_BYTES = 16;

/** https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk */
const MOST_ACTION_BYTES = 64 * 1024;
const BULK_ACTIONS: ReadonlySet<string> = new Set(['index', 'create', 'update', 'delete']);

/**
 * What keeps the lengths or the order of the lines that it holds: without some of them it could not be read.
 *
 * @param line the first of an object, which is no row
 * @returns a text that goes on after the object's name
 */
export function archiveOf(line: Buffer): string | undefined {
  const head = line.toString('latin1', 0, HEAD_BYTES);
  const kind = isTar(line)
    ? 'tar'
    : ARCHIVES.find(([, begins]) => begins.some((each) => head.startsWith(each)))?.[0];
  return kind && `is an archive (${kind}), which keeps the lengths of its files`;
}

/**
 * The same of rows that belong together in pairs.
 *
 * @param line the first of an object, a row without the field that holds the userId
 */
export function bulkRequestOf(line: Buffer): string | undefined {
  if (line.length > MOST_ACTION_BYTES) return undefined;
  const [action, another] = Object.entries(
    JSON.parse(line.toString().replace(/^\uFEFF/, '')) as object,
  );
  if (action === undefined || another !== undefined) return undefined;
  const [name, target] = action as [string, unknown];
  return BULK_ACTIONS.has(name) && typeof target === 'object' && target !== null
    ? 'is a bulk request of Elasticsearch or OpenSearch, whose lines belong together'
    : undefined;
}

/** Old ones have no other sign than the checksum of their header. */
function isTar(line: Buffer): boolean {
  if (line.length < TAR_BYTES) return false;
  const [from, to] = TAR_SUM;
  const written = /^ *([0-7]+)/.exec(line.toString('latin1', from, to))?.[1];
  if (written === undefined) return false;
  let sum = BLANK * (to - from);
  for (let at = 0; at < TAR_BYTES; at += 1) if (at < from || at >= to) sum += line[at] ?? 0;
  return sum === Number.parseInt(written, 8);
}
