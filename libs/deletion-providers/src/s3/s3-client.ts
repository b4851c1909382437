import { S3Client } from '@aws-sdk/client-s3';
import { createGuardedAgents, type GuardedAgents } from '@lethe/egress';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { pipeline, Readable, Transform } from 'node:stream';
import type { S3Settings } from './s3-settings.js';

/**
 * Maximum bytes of an answer that is not an object. The SDK reads such an answer completely into
 * memory. A list of 1,000 keys has at most 2 MB.
 */
const MOST_ANSWER_BYTES = 16 * 1024 * 1024;
const CONNECT_MS = 10_000;
/** Milliseconds without traffic after which the client closes a connection. */
const SILENCE_MS = 60_000;
const ATTEMPTS = 3;

type Handle = NodeHttpHandler['handle'];

/** Logger that drops everything, because the SDK would log keys of objects. */
const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Aborts an answer of more than `MOST_ANSWER_BYTES`, unless the answer is an object. */
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
  // The callback is empty, because the reader of the stream receives the errors.
  return pipeline(body, limit, () => undefined);
}

/**
 * Returns a client that uses only the settings of the destination. The client ignores environment
 * variables, configuration files and metadata services of this process, and follows no redirects.
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
    // Checksums are used only if required, because compatible services do not support all of them.
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
