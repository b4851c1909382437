import { describeNetworkError, EgressRefusedError } from '@lethe/egress';
import { outcomes, type DeletionOutcome } from '@lethe/destinations';
import { causesOf, networkProblem } from '../shared/to-outcome.js';

const { aborted, delayed, failed } = outcomes;

/** Name of the permission that a call needs. It also identifies the operation. */
export type S3Action =
  | 's3:ListBucket'
  | 's3:ListBucketVersions'
  | 's3:GetObject'
  | 's3:GetObjectVersion'
  | 's3:GetObjectTagging'
  | 's3:GetObjectRetention'
  | 's3:GetObjectLegalHold'
  | 's3:GetBucketObjectLockConfiguration'
  | 's3:PutObject'
  | 's3:DeleteObjectVersion';

export type S3FaultKind =
  /** Another client has written the object after Lethe read it. */
  | 'changed'
  /**
   * S3 answered with an error code which means that the object does not exist. The status 404 is
   * not enough, because any server can send this status.
   */
  | 'gone'
  /** The object or the bucket does not have the requested attribute. */
  | 'none'
  | 'archived'
  | 'customer-key'
  | 'denied'
  | 'credentials'
  | 'no-bucket'
  /** The server is not S3. */
  | 'no-s3'
  | 'wrong-region'
  | 'unsupported'
  | 'forbidden-address'
  | 'limit'
  /** Lethe had no free thread or slot for the object. */
  | 'queue'
  | 'outage'
  | 'failed'
  | 'invalid';

export class S3Fault extends Error {
  override readonly name = 'S3Fault';

  constructor(
    readonly kind: S3FaultKind,
    readonly action: S3Action,
    cause: unknown,
  ) {
    super(`${action}: ${kind}`, { cause });
  }
}

const BY_NAME: Readonly<Record<string, S3FaultKind>> = {
  NoSuchBucket: 'no-bucket',
  PermanentRedirect: 'wrong-region',
  TemporaryRedirect: 'wrong-region',
  AuthorizationHeaderMalformed: 'wrong-region',
  IllegalLocationConstraintException: 'wrong-region',
  InvalidAccessKeyId: 'credentials',
  SignatureDoesNotMatch: 'credentials',
  InvalidToken: 'credentials',
  ExpiredToken: 'credentials',
  InvalidObjectState: 'archived',
  SlowDown: 'limit',
  ServiceUnavailable: 'limit',
  RequestLimitExceeded: 'limit',
  ConditionalRequestConflict: 'changed',
  PreconditionFailed: 'changed',
  // An earlier request can have completed the upload, although Lethe did not get the answer. The
  // next read of the object shows whether the upload was completed.
  NoSuchUpload: 'changed',
  NoSuchKey: 'gone',
  NoSuchVersion: 'gone',
  NoSuchTagSet: 'none',
  NoSuchObjectLockConfiguration: 'none',
  ObjectLockConfigurationNotFoundError: 'none',
  NotImplemented: 'unsupported',
  RequestTimeout: 'outage',
};

const BY_STATUS: Readonly<Record<number, S3FaultKind>> = {
  301: 'wrong-region',
  307: 'wrong-region',
  308: 'wrong-region',
  401: 'credentials',
  403: 'denied',
  405: 'unsupported',
  409: 'changed',
  412: 'changed',
  429: 'limit',
  501: 'unsupported',
  502: 'outage',
  503: 'limit',
  504: 'outage',
};

interface SdkError {
  readonly name?: string;
  readonly message?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string | undefined>> };
}

/** Returns the fault for an error of the SDK. */
export function faultOf(error: unknown, action: S3Action): S3Fault {
  if (error instanceof S3Fault) return error;
  return new S3Fault(kindOf(error), action, error);
}

function kindOf(error: unknown): S3FaultKind {
  if (causesOf(error).some((each) => each instanceof EgressRefusedError))
    return 'forbidden-address';
  const { name = '', message = '', $metadata } = error as SdkError;
  const status = $metadata?.httpStatusCode;
  if (status === undefined) return kindWithoutAnswer(error);
  if (status === 400 && /customer|SSE-C|encryption parameters/i.test(message))
    return 'customer-key';
  const known = BY_NAME[name] ?? BY_STATUS[status];
  if (known !== undefined) return known;
  if (status >= 500 || status === 404) return 'failed';
  return status >= 300 && status < 400 ? 'wrong-region' : 'invalid';
}

/** Names of timeout errors of the SDK, and error codes of broken streams. */
const BROKEN: ReadonlySet<unknown> = new Set([
  'TimeoutError',
  'RequestTimeout',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ECONNABORTED',
]);

/** Only temporary errors are an outage. An untrusted certificate, for example, is `failed`. */
function kindWithoutAnswer(error: unknown): S3FaultKind {
  const problem = networkProblem(error);
  if (problem !== undefined) return problem.outcome.status === 'delayed' ? 'outage' : 'failed';
  const { name, code } = error as { readonly name?: unknown; readonly code?: unknown };
  return BROKEN.has(name) || BROKEN.has(code) ? 'outage' : 'failed';
}

/** Returns the outcome of a deletion that was stopped by this fault. */
export function outcomeOf({ kind, action, cause }: S3Fault): DeletionOutcome {
  const wait = retryAfterOf(cause);
  switch (kind) {
    case 'credentials':
      return aborted('credentials', 'S3 refuses the credentials: check accessKeyID and accessKey.');
    case 'denied':
      return aborted(
        'credentials',
        `S3 denies ${action}: grant it to the configured access key, for the bucket and all objects under the prefix.`,
      );
    case 'no-bucket':
      return aborted('configuration', 'The bucket does not exist: check bucketName and region.');
    case 'no-s3':
      return aborted(
        'configuration',
        'The endpoint does not answer like S3: check endpoint and its port.',
      );
    case 'wrong-region':
      return aborted('configuration', wrongRegion(cause));
    case 'unsupported':
      return aborted(
        'configuration',
        `The endpoint does not support ${action} in the form that Lethe needs.${action === 's3:PutObject' ? IF_MATCH : ''}`,
      );
    case 'forbidden-address':
      return aborted(
        'configuration',
        'The endpoint is not an address of the public internet. The operator of Lethe can allow it with LETHE_DELIVERY_ALLOW.',
      );
    case 'limit':
      return delayed('limit', 'S3 receives too many requests.', wait);
    case 'queue':
      return delayed(
        'limit',
        'Lethe reads too many other objects at the moment. The work at this destination waits.',
      );
    case 'outage':
      return delayed('outage', `S3 cannot be reached: ${describeNetworkError(cause)}.`, wait);
    default:
      return failed(`S3 ${whatHappened(action, cause)}.`, wait);
  }
}

const IF_MATCH =
  ' Lethe replaces objects only with If-Match, so that it cannot overwrite the data of another writer.';

function wrongRegion(cause: unknown): string {
  const { $response, message = '' } = cause as SdkError;
  const named =
    $response?.headers?.['x-amz-bucket-region'] ?? /expecting '([a-z0-9-]+)'/.exec(message)?.[1];
  const region = named !== undefined && /^[a-z0-9-]{1,40}$/.test(named) ? named : undefined;
  return region === undefined
    ? 'The bucket is not at this endpoint: check endpoint and region. Redirects are not followed.'
    : `The bucket is in the region ${region}: set region to this value.`;
}

/** Returns why an object failed, as the end of a sentence that begins with the object's name. */
export function sentenceOf({ action, cause }: S3Fault): string {
  return `could not be processed: S3 ${whatHappened(action, cause)}`;
}

/** Returns the rest of a sentence that begins with "S3". */
function whatHappened(action: S3Action, cause: unknown): string {
  const status = (cause as SdkError).$metadata?.httpStatusCode;
  if (status !== undefined) return `answered ${action} with status ${status}`;
  const sentence = describeNetworkError(cause);
  return sentence === describeNetworkError(undefined)
    ? `gave no valid answer to ${action}`
    : `could not be reached for ${action}: ${sentence}`;
}

function retryAfterOf(cause: unknown): number | undefined {
  const header = (cause as SdkError).$response?.headers?.['retry-after'];
  const seconds = header === undefined ? Number.NaN : Number(header);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 86_400) * 1_000 : undefined;
}
