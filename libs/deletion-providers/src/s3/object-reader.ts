import {
  GetObjectCommand,
  GetObjectTaggingCommand,
  type GetObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { callS3, unlessFault } from './call-s3.js';
import { faultOf, S3Fault, type S3Action } from './s3-faults.js';

const RANGE_TRIES = 3;

/** Name of an object version. Without `versionId`, Lethe reads the current version. */
export interface ObjectName {
  readonly bucket: string;
  readonly key: string;
  readonly versionId?: string;
}

export interface OpenObject {
  readonly answer: GetObjectCommandOutput;
  readonly etag: string;
  /** Size in bytes. */
  readonly size: number;
  readonly body: Readable;
}

/** Reads objects. Throws errors of S3 as `S3Fault`. */
export class ObjectReader {
  constructor(private readonly client: S3Client) {}

  /** @param etag expected ETag; undefined accepts all ETags */
  async open(name: ObjectName, signal: AbortSignal, etag?: string): Promise<OpenObject> {
    const answer = await this.get(name, signal, etag === undefined ? {} : { IfMatch: etag });
    const { Body: body, ETag: found, ContentLength: size } = answer;
    if (!(body instanceof Readable) || found === undefined || size === undefined) {
      throw new S3Fault('invalid', actionOf(name), new Error('no body, ETag or length'));
    }
    return { answer, etag: found, size, body };
  }

  /**
   * Reads a part of an object. If the connection breaks, retries up to two times.
   *
   * @param etag expected ETag; undefined accepts all ETags
   */
  async range(
    name: ObjectName,
    etag: string | undefined,
    range: readonly [start: number, end: number],
    signal: AbortSignal,
  ): Promise<Buffer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.readRange(name, etag, range, signal);
      } catch (error) {
        signal.throwIfAborted();
        const isBroken = error instanceof S3Fault && error.kind === 'outage';
        if (!isBroken || tries === RANGE_TRIES) throw error;
      }
    }
  }

  private async readRange(
    name: ObjectName,
    etag: string | undefined,
    [start, end]: readonly [start: number, end: number],
    signal: AbortSignal,
  ): Promise<Buffer> {
    if (end <= start) return Buffer.alloc(0);
    const range = {
      Range: `bytes=${String(start)}-${String(end - 1)}`,
      ...(etag === undefined ? {} : { IfMatch: etag }),
    };
    const { Body: body } = await this.get(name, signal, range);
    if (!(body instanceof Readable)) {
      throw new S3Fault('invalid', actionOf(name), new Error('no body'));
    }
    const bytes = Buffer.allocUnsafeSlow(end - start);
    let at = 0;
    for await (const chunk of chunksOf(body, actionOf(name), signal)) {
      // A server without range support sends the whole object.
      if (at + chunk.length > bytes.length) throw rangeIgnored(name);
      chunk.copy(bytes, at);
      at += chunk.length;
    }
    if (at !== bytes.length) throw rangeIgnored(name);
    return bytes;
  }

  async tags({ bucket, key }: ObjectName, signal: AbortSignal) {
    const command = new GetObjectTaggingCommand({ Bucket: bucket, Key: key });
    const asked = callS3('s3:GetObjectTagging', signal, (options) =>
      this.client.send(command, options),
    );
    const answer = await unlessFault(['none'], asked, undefined);
    return (answer?.TagSet ?? []).map(({ Key = '', Value = '' }) => [Key, Value] as const);
  }

  private get(
    name: ObjectName,
    signal: AbortSignal,
    more: { readonly IfMatch?: string; readonly Range?: string },
  ): Promise<GetObjectCommandOutput> {
    const { bucket, key, versionId } = name;
    const version = versionId === undefined ? {} : { VersionId: versionId };
    const command = new GetObjectCommand({ Bucket: bucket, Key: key, ...version, ...more });
    return callS3(actionOf(name), signal, (options) => this.client.send(command, options));
  }
}

function rangeIgnored(name: ObjectName): S3Fault {
  return new S3Fault('unsupported', actionOf(name), new Error('not the requested range'));
}

export function actionOf({ versionId }: ObjectName): S3Action {
  return versionId === undefined ? 's3:GetObject' : 's3:GetObjectVersion';
}

/**
 * Yields the chunks of a stream. If the consumer stops before the end, the connection is closed.
 *
 * @throws S3Fault if the connection breaks; the signal's reason
 */
export async function* chunksOf(
  body: Readable,
  action: S3Action,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const end = () => {
    body.destroy();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    for await (const chunk of body) yield chunk as Buffer;
    signal.throwIfAborted();
  } catch (error) {
    signal.throwIfAborted();
    throw faultOf(error, action);
  } finally {
    signal.removeEventListener('abort', end);
    body.destroy();
  }
}
