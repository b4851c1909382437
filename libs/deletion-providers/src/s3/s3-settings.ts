import type { JsonObject } from '@lethe/contracts';
import { originOf } from '@lethe/destination-definitions';

/** What happens to old versions of objects, which hold the data as it was. */
const OLD_VERSIONS = ['report', 'delete'] as const;
type OldVersions = (typeof OLD_VERSIONS)[number];

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

const REGION = /^[a-z0-9-]{1,40}$/;
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/;

/**
 * Reads a destination's configuration.
 *
 * @returns the settings; or what is wrong with them, as a sentence without any of their values
 */
export function readS3Settings(config: JsonObject): S3Settings | string {
  const text = (name: string) => {
    const value = config[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const missing = ['bucketName', 'accessKeyID', 'accessKey'].filter((name) => text(name) === '');
  if (missing.length > 0) {
    return `${missing.join(', ')} is missing in the configuration: Lethe uses no other credentials than those.`;
  }
  if (!BUCKET.test(text('bucketName'))) return 'bucketName is not the name of a bucket.';
  const region = text('region') === '' ? 'us-east-1' : text('region');
  if (!REGION.test(region)) return 'region is not the name of a region, such as eu-central-1.';
  const given = text('endpoint');
  const endpoint = given === '' ? awsEndpoint(region) : originOf(given);
  if (endpoint === undefined) {
    return 'endpoint is not an http or https URL without path and credentials, such as https://s3.example.com.';
  }
  const oldVersions = text('oldVersions') === '' ? 'report' : text('oldVersions');
  if (!isOldVersions(oldVersions)) return 'oldVersions is neither report nor delete.';
  return {
    bucket: text('bucketName'),
    prefix: typeof config.prefix === 'string' ? config.prefix : '',
    region,
    endpoint,
    // Names of buckets with dots have no certificate.
    forcePathStyle: given !== '' || text('bucketName').includes('.'),
    accessKeyId: text('accessKeyID'),
    secretAccessKey: text('accessKey'),
    userIdField: text('userIdField') === '' ? 'userId' : text('userIdField'),
    oldVersions,
  };
}

function isOldVersions(text: string): text is OldVersions {
  return (OLD_VERSIONS as readonly string[]).includes(text);
}

function awsEndpoint(region: string): string {
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
