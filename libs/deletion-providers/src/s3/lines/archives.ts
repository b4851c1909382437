const TAR_BYTES = 512;
/** Start and end of the checksum in a tar header. The sum treats these bytes as blanks. */
const TAR_SUM = [148, 156] as const;
const BLANK = 0x20;

/** First bytes of archives that can contain uncompressed files, and therefore lines with rows. */
const ARCHIVES: readonly (readonly [string, readonly string[]])[] = [
  ['zip', ['PK\x03\x04', 'PK\x07\x08', 'PK00PK']],
  ['rar', ['Rar!\x1a\x07']],
  ['ar', ['!<arch>', '!<thin>']],
  ['cpio', ['070701', '070702', '070707', '\x71\xc7', '\xc7\x71']],
  ['WARC', ['WARC/']],
];
const HEAD_BYTES = 16;

/**
 * Maximum bytes of an action in a bulk request
 * (https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-bulk).
 */
const MOST_ACTION_BYTES = 64 * 1024;
const BULK_ACTIONS: ReadonlySet<string> = new Set(['index', 'create', 'update', 'delete']);

/**
 * Returns why Lethe cannot rewrite the object, if the object is an archive. An archive stores the
 * lengths of its files, so removing lines would damage it.
 *
 * @param line first line of the object, which is not a row
 * @returns end of a sentence that begins with the object's name; undefined for other objects
 */
export function archiveOf(line: Buffer): string | undefined {
  const head = line.toString('latin1', 0, HEAD_BYTES);
  const kind = isTar(line)
    ? 'tar'
    : ARCHIVES.find(([, begins]) => begins.some((each) => head.startsWith(each)))?.[0];
  return kind && `is an archive (${kind}), in which Lethe cannot rewrite files`;
}

/**
 * Returns why Lethe cannot rewrite the object, if the object is a bulk request. In a bulk request,
 * each row follows a line with its action.
 *
 * @param line first line of the object, which is a row without the userId field
 * @returns end of a sentence that begins with the object's name; undefined for other objects
 */
export function bulkRequestOf(line: Buffer): string | undefined {
  if (line.length > MOST_ACTION_BYTES) return undefined;
  const [action, another] = Object.entries(
    JSON.parse(line.toString().replace(/^\uFEFF/, '')) as object,
  );
  if (action === undefined || another !== undefined) return undefined;
  const [name, target] = action as [string, unknown];
  return BULK_ACTIONS.has(name) && typeof target === 'object' && target !== null
    ? 'is a bulk request of Elasticsearch or OpenSearch, in which lines depend on each other'
    : undefined;
}

/** Verifies the checksum of the header, because old tar files have no other mark. */
function isTar(line: Buffer): boolean {
  if (line.length < TAR_BYTES) return false;
  const [from, to] = TAR_SUM;
  const written = /^ *([0-7]+)/.exec(line.toString('latin1', from, to))?.[1];
  if (written === undefined) return false;
  let sum = BLANK * (to - from);
  for (let at = 0; at < TAR_BYTES; at += 1) if (at < from || at >= to) sum += line[at] ?? 0;
  return sum === Number.parseInt(written, 8);
}
