import type { JsonObject } from '@lethe/contracts';
import { originOf } from '@lethe/destination-definitions';
import { misconfigured } from '../shared/deletion-problem.js';
import { readText, rejectInvalidConfig } from '../shared/read-config.js';

/** Whether old versions of objects, which still contain the data, are reported or deleted. */
type OldVersions = 'report' | 'delete';

/** Parsed configuration of an S3 destination. */
export interface S3Settings {
  readonly bucket: string;
  /** Prefix of the keys of objects to process; empty for all objects. */
  readonly prefix: string;
  readonly region: string;
  /** Origin of the service. */
  readonly endpoint: string;
  /** Whether URLs are `https://endpoint/bucket/key` instead of `https://bucket.endpoint/key`. */
  readonly forcePathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Path of the member or column with the userId; dots separate the names of nested objects. */
  readonly userIdField: string;
  readonly oldVersions: OldVersions;
}

/** @throws DeletionProblem that names the missing or invalid variable, without its value */
export function readS3Settings(config: JsonObject): S3Settings {
  rejectInvalidConfig('S3', config);
  const text = (name: string) => readText(config, name) ?? '';
  const missing = ['accessKeyID', 'accessKey'].filter((name) => text(name) === '');
  if (missing.length > 0) {
    throw misconfigured(
      `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing in the configuration of the destination. Lethe uses no other credentials.`,
    );
  }
  const oldVersions = text('oldVersions') || 'report';
  if (oldVersions !== 'report' && oldVersions !== 'delete') {
    throw misconfigured('oldVersions must be report or delete.');
  }
  const region = text('region') || 'us-east-1';
  const endpoint = originOf(text('endpoint'));
  return {
    bucket: text('bucketName'),
    prefix: typeof config.prefix === 'string' ? config.prefix : '',
    region,
    endpoint: endpoint ?? awsEndpoint(region),
    // The certificate of AWS is not valid for `bucket.endpoint` if the bucket's name contains dots.
    forcePathStyle: endpoint !== undefined || text('bucketName').includes('.'),
    accessKeyId: text('accessKeyID'),
    secretAccessKey: text('accessKey'),
    userIdField: text('userIdField') || 'userId',
    oldVersions,
  };
}

function awsEndpoint(region: string): string {
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
