import { ListObjectsV2Command, ListObjectVersionsCommand, type S3Client } from '@aws-sdk/client-s3';
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

/** A page of old versions, and where the next one begins. */
export interface OldVersionsPage {
  readonly versions: readonly OldVersion[];
  readonly next?: { readonly keyMarker?: string; readonly versionMarker?: string };
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
  { bucket, prefix }: S3Settings,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<ListedObject> {
  let token: string | undefined;
  const isList = listOf(bucket);
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const start = token === undefined ? { StartAfter: after } : { ContinuationToken: token };
    const command = new ListObjectsV2Command({
      Bucket: bucket,
      Prefix: prefix,
      EncodingType: 'url',
      ...start,
    });
    const answer = await listed('s3:ListBucket', signal, (options) =>
      client.send(command, options),
    );
    if (!isList(answer)) throw noList('s3:ListBucket', page === 0 && after === undefined);
    const decode = decoderFor(answer.EncodingType);
    for (const { Key, Size } of answer.Contents ?? []) {
      const key = Key === undefined ? undefined : decode(Key);
      if (key !== undefined && !(key.endsWith('/') && Size === 0)) yield { key, size: Size ?? 0 };
    }
    if (answer.IsTruncated !== true) return;
    token = answer.NextContinuationToken;
    if (token === undefined) break;
  }
  throw endless('s3:ListBucket');
}

/** Versions that are not the current one, and those of objects that are deleted. */
export async function* listOldVersions(
  client: S3Client,
  { bucket, prefix }: S3Settings,
  from: OldVersionsPage['next'],
  signal: AbortSignal,
): AsyncGenerator<OldVersionsPage> {
  let next = from;
  const isList = listOf(bucket);
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const command = new ListObjectVersionsCommand({
      Bucket: bucket,
      Prefix: prefix,
      EncodingType: 'url',
      ...(next?.keyMarker === undefined ? {} : { KeyMarker: next.keyMarker }),
      ...(next?.versionMarker === undefined ? {} : { VersionIdMarker: next.versionMarker }),
    });
    const answer = await listed('s3:ListBucketVersions', signal, (options) =>
      client.send(command, options),
    );
    if (!isList(answer)) throw noList('s3:ListBucketVersions', next?.keyMarker === undefined);
    const decode = decoderFor(answer.EncodingType);
    const versions = (answer.Versions ?? []).flatMap(({ Key, VersionId, IsLatest }) =>
      IsLatest === true || Key === undefined || VersionId === undefined
        ? []
        : [{ key: decode(Key), versionId: VersionId }],
    );
    if (answer.IsTruncated !== true) {
      yield { versions };
      return;
    }
    next = {
      ...(answer.NextKeyMarker === undefined ? {} : { keyMarker: decode(answer.NextKeyMarker) }),
      ...(answer.NextVersionIdMarker === undefined
        ? {}
        : { versionMarker: answer.NextVersionIdMarker }),
    };
    yield { versions, next };
  }
  throw endless('s3:ListBucketVersions');
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
  readonly Name?: string;
  readonly IsTruncated?: boolean;
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

function decoderFor(encoding: string | undefined): (text: string) => string {
  if (encoding !== 'url') return (text) => text;
  return (text) => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      return text; // not encoded, whatever the answer says
    }
  };
}

function endless(action: ListAction): S3Fault {
  return new S3Fault('failed', action, new Error('the list has no end'));
}
