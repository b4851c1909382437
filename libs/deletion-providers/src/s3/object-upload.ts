import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type GetObjectCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { callInTurn, type Turns } from './call-s3.js';

const LEAST_PART_BYTES = 8 * 1024 * 1024;
const MOST_PARTS = 9_000;
const ABORT_MS = 10_000;

/** Replaces an object. Fails if another client has written the object since Lethe read it. */
export class ObjectUpload {
  private chunks: Buffer[] = [];
  private bytes = 0;
  private uploadId: string | undefined;
  private readonly parts: CompletedPart[] = [];
  private readonly checksum: { readonly ChecksumAlgorithm?: 'CRC32' };
  private readonly partBytes: number;

  /**
   * @param etag ETag of the object that Lethe has read
   * @param kept attributes of the old object that the new object must have
   * @param size size of the old object in bytes
   */
  constructor(
    private readonly client: S3Client,
    private readonly target: { readonly Bucket: string; readonly Key: string },
    private readonly etag: string,
    private readonly kept: KeptAttributes,
    size: number,
    private readonly turns: Turns,
  ) {
    // For an object with a lock, S3 requires a checksum. For an object without a lock, Lethe sends
    // no checksum, because not all compatible services support checksums.
    const hasLock = kept.ObjectLockMode !== undefined || kept.ObjectLockLegalHoldStatus === 'ON';
    this.checksum = hasLock ? { ChecksumAlgorithm: 'CRC32' } : {};
    this.partBytes = Math.max(LEAST_PART_BYTES, Math.ceil((2 * size) / MOST_PARTS));
  }

  /** @throws S3Fault */
  async write(chunk: Buffer): Promise<void> {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes >= this.partBytes) await this.sendPart();
  }

  /**
   * @throws S3Fault of kind `changed` if another client has written the object since Lethe read it
   */
  async finish(): Promise<void> {
    const target = { ...this.target, IfMatch: this.etag };
    if (this.uploadId === undefined) {
      const put = new PutObjectCommand({
        ...target,
        ...this.kept,
        ...this.checksum,
        Body: this.take(),
      });
      await this.call((options) => this.client.send(put, options));
      return;
    }
    if (this.bytes > 0) await this.sendPart();
    const complete = new CompleteMultipartUploadCommand({
      ...target,
      UploadId: this.uploadId,
      MultipartUpload: { Parts: [...this.parts] },
    });
    await this.call((options) => this.client.send(complete, options));
    this.uploadId = undefined;
  }

  /** Discards the parts that were sent. Has no effect after a successful `finish()`. */
  async abort(): Promise<void> {
    this.chunks = [];
    if (this.uploadId === undefined) return;
    const abort = new AbortMultipartUploadCommand({ ...this.target, UploadId: this.uploadId });
    this.uploadId = undefined;
    // If this call fails, the parts stay until a lifecycle rule of the bucket removes them.
    await this.client
      .send(abort, { abortSignal: AbortSignal.timeout(ABORT_MS) })
      .catch(() => undefined);
  }

  private async sendPart(): Promise<void> {
    const { target } = this;
    if (this.uploadId === undefined) {
      const attributes = { ...target, ...this.kept, ...this.checksum };
      const create = new CreateMultipartUploadCommand(attributes);
      const created = await this.call((options) => this.client.send(create, options));
      this.uploadId = created.UploadId;
    }
    const number = this.parts.length + 1;
    const part = new UploadPartCommand({
      ...target,
      UploadId: this.uploadId,
      PartNumber: number,
      ...this.checksum,
      Body: this.take(),
    });
    const { ETag, ChecksumCRC32 } = await this.call((options) => this.client.send(part, options));
    const sum = ChecksumCRC32 === undefined ? {} : { ChecksumCRC32 };
    this.parts.push({ PartNumber: number, ETag, ...sum });
  }

  private call<T>(send: Parameters<typeof callInTurn<T>>[2]): Promise<T> {
    return callInTurn(this.turns, 's3:PutObject', send);
  }

  private take(): Buffer {
    const body = Buffer.concat(this.chunks);
    this.chunks = [];
    this.bytes = 0;
    return body;
  }
}

const KEPT = [
  'CacheControl',
  'ContentDisposition',
  'ContentEncoding',
  'ContentLanguage',
  'ContentType',
  'Metadata',
  'StorageClass',
  'ServerSideEncryption',
  'SSEKMSKeyId',
  'BucketKeyEnabled',
  'WebsiteRedirectLocation',
  'ObjectLockMode',
  'ObjectLockRetainUntilDate',
  'ObjectLockLegalHoldStatus',
] as const;

export type KeptAttributes = Partial<
  Pick<GetObjectCommandOutput, (typeof KEPT)[number]> & {
    readonly Tagging: string;
    readonly Expires: Date;
  }
>;

/** Returns the attributes of an object that its replacement must have. */
export function keptAttributes(
  read: GetObjectCommandOutput,
  tags: readonly (readonly [string, string])[],
): KeptAttributes {
  const kept: Record<string, unknown> = Object.fromEntries(
    KEPT.flatMap((name) => (read[name] === undefined ? [] : [[name, read[name]]])),
  );
  const expires = read.ExpiresString === undefined ? Number.NaN : Date.parse(read.ExpiresString);
  const until = read.ObjectLockRetainUntilDate;
  if (until === undefined || until.getTime() <= Date.now()) {
    // S3 rejects an upload with a lock that has expired.
    delete kept.ObjectLockMode;
    delete kept.ObjectLockRetainUntilDate;
  }
  return {
    ...kept,
    ...(read.Metadata === undefined ? {} : { Metadata: withoutChecksums(read.Metadata) }),
    ...(tags.length === 0 ? {} : { Tagging: tags.map(encode).join('&') }),
    ...(Number.isNaN(expires) ? {} : { Expires: new Date(expires) }),
  };
}

/**
 * Names of metadata in which tools store checksums, which are wrong after a rewrite. rclone uses
 * `md5chksum` (https://rclone.org/s3/#hashes). s3cmd stores several values under the name
 * `s3cmd-attrs` (https://s3tools.org/kb/item12.htm).
 */
const CHECKSUM_NAMES =
  /(?:^|[-_.])(?:md5(?:chksum|sum)?|sha-?(?:1|256|384|512)(?:sum)?|crc-?(?:32c?|64)|checksum|digest|content-?length)$/i;
const S3CMD = 's3cmd-attrs';

function withoutChecksums(metadata: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata).flatMap(([name, value]) => {
      if (CHECKSUM_NAMES.test(name)) return [];
      if (name.toLowerCase() !== S3CMD) return [[name, value]];
      const others = value.split('/').filter((each) => !each.startsWith('md5:'));
      return [[name, others.join('/')]];
    }),
  );
}

function encode([key, value]: readonly [string, string]): string {
  return `${encodeURIComponent(key)}=${encodeURIComponent(value)}`;
}
