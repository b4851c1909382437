import { S3Client } from '@aws-sdk/client-s3';
import { createGuardedAgents, type GuardedAgents } from '@lethe/egress';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { pipeline, Readable, Transform } from 'node:stream';
import type { S3Settings } from './s3-settings.js';

/** Answers but for objects are read into memory whole: a list of 1,000 keys takes 2 MB at most. */
const MOST_ANSWER_BYTES = 16 * 1024 * 1024;
const CONNECT_MS = 10_000;
/** Milliseconds without any byte. */
const SILENCE_MS = 60_000;
const ATTEMPTS = 3;

type Handle = NodeHttpHandler['handle'];

/** What the client would write holds keys of objects. */
const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Ends answers that are larger than any that S3 gives. */
class BoundedHandler extends NodeHttpHandler {
  override async handle(...args: Parameters<Handle>): ReturnType<Handle> {
    const [request] = args;
    const answer = await super.handle(...args);
    const body: unknown = answer.response.body;
    const isObject = request.query['x-id'] === 'GetObject' && answer.response.statusCode < 300;
    if (!isObject && body instanceof Readable) answer.response.body = bounded(body);
    return answer;
  }
}

function bounded(body: Readable): Readable {
  let left = MOST_ANSWER_BYTES;
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      left -= chunk.length;
      if (left < 0) done(new Error('The answer is too long'));
      else done(null, chunk);
    },
  });
  // Errors reach the reader of the limited stream.
  return pipeline(body, limit, () => undefined);
}

/**
 * A client whose every setting comes from the destination: of the process' own environment, files and
 * metadata service it reads nothing. It follows no redirect.
 */
export function createS3Client(settings: S3Settings, allow: readonly string[]) {
  const agents: GuardedAgents = createGuardedAgents(allow);
  const client = new S3Client({
    region: settings.region,
    endpoint: settings.endpoint,
    ignoreConfiguredEndpointUrls: true,
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    requestHandler: new BoundedHandler({
      httpAgent: agents.http,
      httpsAgent: agents.https,
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    }),
    maxAttempts: ATTEMPTS,
    retryMode: 'standard',
    defaultsMode: 'standard',
    // Others than Amazon know only some of the checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    authSchemePreference: ['sigv4'],
    sigv4aSigningRegionSet: [settings.region],
    followRegionRedirects: false,
    useArnRegion: false,
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    useAccelerateEndpoint: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    userAgentAppId: 'Lethe',
    logger: SILENT,
  });
  return {
    client,
    close: () => {
      client.destroy();
      agents.destroy();
    },
  };
}
