import type { JsonObject } from '@lethe/contracts';
import { originOf } from '@lethe/destination-definitions';
import { misconfigured } from '../shared/deletion-problem.js';
import { readText, refuseUnsound } from '../shared/read-config.js';

/** What happens to old versions of objects, which hold the data as it was. */
type OldVersions = 'report' | 'delete';

/** A bucket's configuration, checked. */
export interface S3Settings {
  readonly bucket: string;
  /** Only objects whose key begins with it; empty for all. */
  readonly prefix: string;
  readonly region: string;
  /** Origin of the service. */
  readonly endpoint: string;
  /** `https://endpoint/bucket/key` instead of `https://bucket.endpoint/key`. */
  readonly forcePathStyle: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Name of the member or column that holds the userId; dots lead into nested ones. */
  readonly userIdField: string;
  readonly oldVersions: OldVersions;
}

/** @throws DeletionProblem naming the variable that is missing or wrong, without any value */
export function readS3Settings(config: JsonObject): S3Settings {
  refuseUnsound('S3', config);
  const text = (name: string) => readText(config, name) ?? '';
  const missing = ['accessKeyID', 'accessKey'].filter((name) => text(name) === '');
  if (missing.length > 0) {
    throw misconfigured(
      `${missing.join(', ')} is missing in the configuration: Lethe uses no other credentials than those.`,
    );
  }
  const oldVersions = text('oldVersions') || 'report';
  if (oldVersions !== 'report' && oldVersions !== 'delete') {
    throw misconfigured('oldVersions is neither report nor delete.');
  }
  const region = text('region') || 'us-east-1';
  const endpoint = originOf(text('endpoint'));
  return {
    bucket: text('bucketName'),
    prefix: typeof config.prefix === 'string' ? config.prefix : '',
    region,
    endpoint: endpoint ?? awsEndpoint(region),
    // Names of buckets with dots have no certificate.
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
