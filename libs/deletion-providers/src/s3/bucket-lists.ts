import {
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { signalWithin } from '@lethe/resilience';
import type { S3Settings } from './s3-settings.js';
import { callS3 } from './call-s3.js';
import { S3Fault } from './s3-faults.js';

const LIST_MS = 120_000;
/** Maximum number of pages, in case a server sends an endless list. */
const MOST_PAGES = 100_000;

export interface OldVersion {
  readonly key: string;
  readonly versionId: string;
}

/** Position in a list of versions at which the next page starts. */
export interface VersionMarker {
  readonly keyMarker: string;
  readonly versionMarker?: string | undefined;
}

/** A page of old versions, and the start of the next page. */
export interface OldVersionsPage {
  readonly versions: readonly OldVersion[];
  readonly next?: VersionMarker;
}

export interface ListedObject {
  readonly key: string;
  /** Size in bytes. */
  readonly size: number;
}

/**
 * Lists keys that have the prefix and sort after `after`, in the sequence of S3. Omits the empty
 * objects that mark folders.
 */
export async function* listKeys(
  client: S3Client,
  settings: S3Settings,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for await (const { key } of listObjects(client, settings, after, signal)) yield key;
}

export async function* listObjects(
  client: S3Client,
  settings: S3Settings,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<ListedObject> {
  const pages = pagesOf<ListObjectsV2CommandOutput, ObjectMarker>(
    { action: 's3:ListBucket', settings, signal },
    after === undefined ? undefined : { StartAfter: after },
    (place, at, options) => client.send(new ListObjectsV2Command({ ...place, ...at }), options),
    ({ NextContinuationToken: token }) =>
      token === undefined ? undefined : { ContinuationToken: token },
  );
  for await (const { answer, decode } of pages) {
    for (const { Key, Size } of answer.Contents ?? []) {
      const key = Key === undefined ? undefined : decode(Key);
      if (key !== undefined && !(key.endsWith('/') && Size === 0)) yield { key, size: Size ?? 0 };
    }
  }
}

/** Lists versions that are not the current version, including the versions of deleted objects. */
export async function* listOldVersions(
  client: S3Client,
  settings: S3Settings,
  from: VersionMarker | undefined,
  signal: AbortSignal,
): AsyncGenerator<OldVersionsPage> {
  const pages = pagesOf(
    { action: 's3:ListBucketVersions', settings, signal },
    from,
    (place, at, options) => {
      const marker = { KeyMarker: at?.keyMarker, VersionIdMarker: at?.versionMarker };
      return client.send(new ListObjectVersionsCommand({ ...place, ...marker }), options);
    },
    ({ NextKeyMarker: key, NextVersionIdMarker: versionMarker }, decode) =>
      key === undefined ? undefined : { keyMarker: decode(key), versionMarker },
  );
  for await (const { answer, decode, next } of pages) {
    const versions = (answer.Versions ?? []).flatMap(({ Key, VersionId, IsLatest }) =>
      IsLatest === true || Key === undefined || VersionId === undefined
        ? []
        : [{ key: decode(Key), versionId: VersionId }],
    );
    yield { versions, ...(next === undefined ? {} : { next }) };
  }
}

/** Position in a list of objects at which the next page starts. */
type ObjectMarker = Pick<ListObjectsV2CommandInput, 'StartAfter' | 'ContinuationToken'>;
type Decode = (text: string) => string;

/**
 * Reads a list page by page.
 *
 * @param from position of the first page to read; undefined to read from the start of the list
 * @param ask requests the page at a position
 * @param nextOf returns the position of the next page
 * @throws S3Fault; the signal's reason
 */
async function* pagesOf<Answer extends ListAnswer, At>(
  {
    action,
    settings: { bucket, prefix },
    signal,
  }: { readonly action: ListAction; readonly settings: S3Settings; readonly signal: AbortSignal },
  from: At | undefined,
  ask: (
    place: { readonly Bucket: string; readonly Prefix: string; readonly EncodingType: 'url' },
    at: At | undefined,
    options: { readonly abortSignal: AbortSignal },
  ) => Promise<Answer>,
  nextOf: (answer: Answer, decode: Decode) => At | undefined,
): AsyncGenerator<{ readonly answer: Answer; readonly decode: Decode; readonly next?: At }> {
  const place = { Bucket: bucket, Prefix: prefix, EncodingType: 'url' } as const;
  const isList = listOf(bucket);
  let at = from;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await listed(action, signal, (options) => ask(place, at, options));
    if (!isList(answer)) throw noList(action, at === undefined);
    const decode = decoderFor(answer.EncodingType);
    if (answer.IsTruncated !== true) {
      yield { answer, decode };
      return;
    }
    at = nextOf(answer, decode);
    yield { answer, decode, ...(at === undefined ? {} : { next: at }) };
    if (at === undefined) break;
  }
  throw new S3Fault('failed', action, new Error('the list has no end'));
}

type ListAction = 's3:ListBucket' | 's3:ListBucketVersions';

async function listed<T>(
  action: ListAction,
  signal: AbortSignal,
  send: (options: { readonly abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  const inTime = signalWithin(signal, LIST_MS);
  try {
    return await callS3(action, signal, () => send({ abortSignal: inTime }));
  } catch (error) {
    // For a list, the fault `gone` means that the bucket does not exist.
    const isGone = error instanceof S3Fault && error.kind === 'gone';
    throw isGone ? new S3Fault('no-bucket', action, error.cause) : error;
  }
}

interface ListAnswer {
  readonly Name?: string | undefined;
  readonly IsTruncated?: boolean | undefined;
  readonly EncodingType?: string | undefined;
}

/**
 * Returns a check that an answer is a list of the bucket. Without this check, Lethe would read the
 * web page of a proxy or a console as an empty list. For the alias of an access point, the answer
 * can contain the name of the bucket instead of the alias.
 */
function listOf(bucket: string): (answer: ListAnswer) => boolean {
  const isAlias = bucket.endsWith('-s3alias');
  return ({ Name, IsTruncated }) =>
    IsTruncated !== undefined && (isAlias ? Name !== undefined : Name === bucket);
}

/** @param isFirst false if S3 has already sent a page of the list; a retry can then help */
function noList(action: ListAction, isFirst: boolean): S3Fault {
  return new S3Fault(isFirst ? 'no-s3' : 'failed', action, new Error('not a list of the bucket'));
}

function decoderFor(encoding: string | undefined): Decode {
  if (encoding !== 'url') return (text) => text;
  return (text) => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      return text; // The answer says that the text is encoded, but the text is not.
    }
  };
}
