import { listObjects, type ListedObject } from './bucket-lists.js';
import { findTableByContent, type Candidates, type TableSearch } from './find-table-by-content.js';
import { S3Fault } from './s3-faults.js';
import type { Table } from './table-found-error.js';
import { ABOVE, isManifestName, signOfName } from './table-signs.js';

const PARQUET_NAME = /(?:\.(?:parquet|parq|pq)(?:\.\w+)?|(?:^|\/)_common_metadata)$/i;
/**
 * Lethe reads the footers of this number of Parquet files. After them, it reads only the footer of
 * the first file in each folder, because each table has a separate folder.
 */
const MOST_FOOTERS = 10_000;
const MOST_FOLDERS = 10_000;
const MOST_MANIFESTS = 1_000;
const MOST_KEYS_ABOVE = 1_000;

/**
 * Searches for a table in keys, in manifests and in footers of Parquet files. Searches the keys
 * under the prefix, and the keys in the folders above the prefix. Later, the pass checks each
 * footer that was not read here before it writes the file.
 *
 * @returns undefined if no table is found
 * @throws S3Fault; the signal's reason; errors of `beforeCall`
 */
export async function findTableFormat(search: TableSearch): Promise<Table | undefined> {
  const { client, settings, signal } = search;
  const candidates = new CandidateList(search.isAhead);
  for await (const object of listObjects(client, settings, undefined, signal)) {
    const { key } = object;
    const found = signOfName(key);
    if (found !== undefined) return { format: found.format, sign: found.sign, key };
    candidates.add(object);
  }
  for (const folder of foldersAbove(settings.prefix)) {
    const found = await Promise.all(ABOVE.map((above) => tableAbove(search, folder, above)));
    const first = found.find((table) => table !== undefined);
    if (first !== undefined) return first;
  }
  return findTableByContent(search, candidates);
}

class CandidateList implements Candidates {
  readonly parquet: ListedObject[] = [];
  readonly manifests: ListedObject[] = [];
  private lastFolder: string | undefined;

  constructor(private readonly isAhead: TableSearch['isAhead']) {}

  add(object: ListedObject): void {
    const { key, size } = object;
    if (size === 0) return;
    if (isManifestName(key)) {
      if (this.manifests.length < MOST_MANIFESTS) this.manifests.push(object);
      return;
    }
    if (!PARQUET_NAME.test(key) || !this.isAhead(key)) return;
    const folder = key.slice(0, key.lastIndexOf('/') + 1);
    const { length } = this.parquet;
    const isFirst = folder !== this.lastFolder && length < MOST_FOOTERS + MOST_FOLDERS;
    if (length < MOST_FOOTERS || isFirst) this.parquet.push(object);
    this.lastFolder = folder;
  }
}

/** Returns the folders above the prefix. Above `a/b/c` are `a/`, `a/b/` and `''` (the bucket). */
function foldersAbove(prefix: string): readonly string[] {
  if (prefix === '') return [];
  const names = prefix.split('/').slice(0, -1);
  return [...names.keys()].map((count) => `${names.slice(0, count + 1).join('/')}/`).concat('');
}

/**
 * Searches one folder above the prefix. Skips a folder that the access key is not allowed to list,
 * because the permissions of a key can be limited to the prefix.
 */
async function tableAbove(
  { client, settings, signal }: TableSearch,
  folder: string,
  above: string,
): Promise<Table | undefined> {
  const listed = { ...settings, prefix: `${folder}${above}` };
  let seen = 0;
  try {
    for await (const { key } of listObjects(client, listed, undefined, signal)) {
      const name = key.slice(folder.length);
      const found = signOfName(name);
      if (found !== undefined) return { format: found.format, sign: found.sign, key };
      seen += 1;
      if (seen === MOST_KEYS_ABOVE) return undefined;
    }
  } catch (error) {
    if (!(error instanceof S3Fault) || error.kind !== 'denied') throw error;
  }
  return undefined;
}
