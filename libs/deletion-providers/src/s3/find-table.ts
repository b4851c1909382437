import type { S3Client } from '@aws-sdk/client-s3';
import { listKeys } from './bucket-lists.js';
import { S3Fault } from './s3-faults.js';
import type { S3Settings } from './s3-settings.js';

/** A table of a format that keeps books of its data files, and an object that shows it. */
export interface Table {
  readonly format: string;
  readonly key: string;
}

/** Where a format keeps its books within a table's folder. */
const FORMATS = [
  { format: 'Delta Lake', folder: '_delta_log/', isBook: /(?:^|\/)_delta_log\// },
  { format: 'Apache Hudi', folder: '.hoodie/', isBook: /(?:^|\/)\.hoodie\// },
  {
    format: 'Apache Iceberg',
    folder: 'metadata/',
    isBook: /(?:^|\/)metadata\/[^/]*\.metadata\.json(?:\.gz)?$/,
  },
] as const;

/**
 * Looks for a table under the prefix, and for one whose folder the prefix leads into.
 *
 * @returns undefined where there is none
 * @throws S3Fault; the signal's reason
 */
export async function findTable(
  client: S3Client,
  settings: S3Settings,
  signal: AbortSignal,
): Promise<Table | undefined> {
  for await (const key of listKeys(client, settings, undefined, signal)) {
    const found = FORMATS.find(({ isBook }) => isBook.test(key));
    if (found !== undefined) return { format: found.format, key };
  }
  for (const above of foldersAbove(settings.prefix)) {
    for (const { format, folder, isBook } of FORMATS) {
      const books = { ...settings, prefix: `${above}${folder}` };
      const key = await firstOf(listKeys(client, books, undefined, signal), isBook);
      if (key !== undefined) return { format, key };
    }
  }
  return undefined;
}

/** Folders that the prefix stands in: of `a/b/c` those are `a/b/`, `a/`, and the bucket itself. */
function foldersAbove(prefix: string): readonly string[] {
  if (prefix === '') return [];
  const names = prefix.split('/').slice(0, -1);
  return [...names.keys()].map((count) => `${names.slice(0, count + 1).join('/')}/`).concat('');
}

/** Who may list under the prefix only sees nothing of what is above. */
async function firstOf(keys: AsyncGenerator<string>, pattern: RegExp): Promise<string | undefined> {
  try {
    for await (const key of keys) {
      if (pattern.test(key)) return key;
    }
  } catch (error) {
    if (!(error instanceof S3Fault) || error.kind !== 'denied') throw error;
  }
  return undefined;
}
