import {
  CreateBucketCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import type { JsonObject } from '@lethe/contracts';
import type { DeletionInput } from '@lethe/destinations';
import { testS3Endpoint } from '@lethe/testing';
import { randomBytes } from 'node:crypto';

export class TestBucket {
  private constructor(
    readonly client: S3Client,
    readonly name: string,
    readonly endpoint: string,
  ) {}

  static async create(isVersioned = false): Promise<TestBucket> {
    const endpoint = await testS3Endpoint();
    const client = new S3Client({
      endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      logger: {
        debug: () => undefined,
        info: () => undefined,
        warn: () => undefined,
        error: () => undefined,
      },
    });
    const name = `b${randomBytes(6).toString('hex')}`;
    await client.send(new CreateBucketCommand({ Bucket: name }));
    if (isVersioned) {
      const configuration = { Status: 'Enabled' as const };
      await client.send(
        new PutBucketVersioningCommand({ Bucket: name, VersioningConfiguration: configuration }),
      );
    }
    return new TestBucket(client, name, endpoint);
  }

  async put(
    key: string,
    body: string | Uint8Array,
    more: Partial<PutObjectCommandInput> = {},
  ): Promise<string> {
    const put = new PutObjectCommand({ Bucket: this.name, Key: key, Body: body, ...more });
    const { ETag = '' } = await this.client.send(put);
    return ETag;
  }

  async get(key: string, versionId?: string) {
    const answer = await this.client.send(
      new GetObjectCommand({ Bucket: this.name, Key: key, VersionId: versionId }),
    );
    const bytes = Buffer.from((await answer.Body?.transformToByteArray()) ?? []);
    return { ...answer, bytes, text: bytes.toString() };
  }

  async versions() {
    const { Versions = [] } = await this.client.send(
      new ListObjectVersionsCommand({ Bucket: this.name }),
    );
    return Versions.map(({ Key: key = '', VersionId: id = '', IsLatest: isLatest }) => ({
      key,
      id,
      isLatest: isLatest === true,
    }));
  }

  async tags(key: string): Promise<Record<string, string>> {
    const { TagSet = [] } = await this.client.send(
      new GetObjectTaggingCommand({ Bucket: this.name, Key: key }),
    );
    return Object.fromEntries(TagSet.map(({ Key = '', Value = '' }) => [Key, Value]));
  }

  config(more: JsonObject = {}): JsonObject {
    return {
      bucketName: this.name,
      prefix: 'events/',
      endpoint: this.endpoint,
      accessKeyID: 'test',
      accessKey: 'test',
      ...more,
    };
  }
}

/** Returns the input that a worker gives to the provider. */
export function deletionOf(
  userIds: readonly string[],
  config: JsonObject,
  more: Partial<DeletionInput> = {},
): DeletionInput {
  return {
    jobId: '1',
    workspaceId: 'ws_test',
    destinationId: 'dst_bucket',
    destinationType: 'S3',
    config,
    users: userIds.map((userId, index) => ({
      regulationId: `r${String(index)}`,
      identifiers: { userId },
    })),
    beforeCall: () => Promise.resolve(),
    saveProgress: () => undefined,
    signal: new AbortController().signal,
    ...more,
  };
}
