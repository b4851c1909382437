import {
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { S3Settings } from './s3-settings.js';
import { callS3 } from './call-s3.js';
import { S3Fault } from './s3-faults.js';

const LIST_MS = 120_000;
/** A list that goes on for longer has no end. */
const MOST_PAGES = 100_000;

export interface OldVersion {
  readonly key: string;
  readonly versionId: string;
}

/** Where a list of versions goes on. */
export interface VersionMarker {
  readonly keyMarker: string;
  readonly versionMarker?: string | undefined;
}

/** A page of old versions, and where the next one begins. */
export interface OldVersionsPage {
  readonly versions: readonly OldVersion[];
  readonly next?: VersionMarker;
}

/** An object as a list names it. */
export interface ListedObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
}

/** Keys of objects under the prefix, from one on, in their order. Folders' own markers are left out. */
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

/** Versions that are not the current one, and those of objects that are deleted. */
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

/** Where a list of objects goes on. */
type ObjectMarker = Pick<ListObjectsV2CommandInput, 'StartAfter' | 'ContinuationToken'>;
type Decode = (text: string) => string;

/**
 * The pages of a list.
 *
 * @param from where it begins; undefined for its first page
 * @param ask for a page
 * @param nextOf where the page behind one begins
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
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]);
  try {
    return await callS3(action, signal, () => send({ abortSignal: inTime }));
  } catch (error) {
    // A list that is not there is a bucket that is not there.
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
 * Any page that a proxy or a console answers with would be an empty list otherwise. Access points
 * may answer with the name of their bucket.
 */
function listOf(bucket: string): (answer: ListAnswer) => boolean {
  const isAlias = bucket.endsWith('-s3alias');
  return ({ Name, IsTruncated }) =>
    IsTruncated !== undefined && (isAlias ? Name !== undefined : Name === bucket);
}

/** @param isFirst otherwise S3 has answered before, and does so again perhaps */
function noList(action: ListAction, isFirst: boolean): S3Fault {
  return new S3Fault(isFirst ? 'no-s3' : 'failed', action, new Error('not a list of the bucket'));
}

function decoderFor(encoding: string | undefined): Decode {
  if (encoding !== 'url') return (text) => text;
  return (text) => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      return text; // not encoded, whatever the answer says
    }
  };
}
