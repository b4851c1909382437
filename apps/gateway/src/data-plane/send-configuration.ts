import { createHash } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip, FAST_GZIP } from '../http/answer/compress.js';
import { answeredUnchanged, weak } from '../http/answer/entity-tag.js';
import type { PreparedConfiguration } from './configuration-cache.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Sends one configuration, or 304 if the client sent its entity tag. A request without an entity
 * tag never gets 304, because a stock data plane treats such an answer as an error.
 */
export function sendConfiguration(
  request: FastifyRequest,
  reply: FastifyReply,
  { gzip, hash }: PreparedConfiguration,
): void {
  const compressed = acceptsGzip(request.headers['accept-encoding']);
  // A strong tag identifies the sent bytes (RFC 9110 §8.8.3.3).
  const etag = compressed ? `"${hash}-gzip"` : `"${hash}"`;
  void reply.header('vary', 'Accept-Encoding');
  if (answeredUnchanged(request, reply, etag)) return;
  void reply.type(JSON_TYPE);
  if (compressed) void reply.header('content-encoding', 'gzip').send(gzip);
  else void reply.send(inflate(gzip));
}

/** A workspace with its configuration; null if the configuration has not changed. */
export type ConfigurationEntry = readonly [
  workspaceId: string,
  configuration: PreparedConfiguration | null,
];

/** Streams an object of configurations, so that the whole object is never in memory. */
export function sendConfigurations(
  request: FastifyRequest,
  reply: FastifyReply,
  entries: readonly ConfigurationEntry[],
): void {
  void reply.header('vary', 'Accept-Encoding');
  if (answeredUnchanged(request, reply, weak(tagOf(entries)))) return;
  void reply.type(JSON_TYPE);
  if (entries.every(([, configuration]) => configuration === null)) {
    void reply.send(JSON.stringify(Object.fromEntries(entries)));
    return;
  }
  const plain = Readable.from(writeEntries(entries), { objectMode: false });
  if (!acceptsGzip(request.headers['accept-encoding'])) {
    void reply.send(plain);
    return;
  }
  // If one of the two streams fails, the other one is destroyed, and the client sees that the
  // answer is incomplete.
  const compressed = pipeline(plain, createGzip(FAST_GZIP), () => undefined);
  void reply.header('content-encoding', 'gzip').send(compressed);
}

function tagOf(entries: readonly ConfigurationEntry[]): string {
  const hashes = entries.map(([workspaceId, configuration]) => [workspaceId, configuration?.hash]);
  return createHash('sha256').update(JSON.stringify(hashes)).digest('base64url');
}

async function* writeEntries(
  entries: readonly ConfigurationEntry[],
): AsyncGenerator<Buffer | string> {
  for (const [index, [workspaceId, configuration]] of entries.entries()) {
    yield `${index === 0 ? '{' : ','}${JSON.stringify(workspaceId)}:`;
    if (configuration === null) yield 'null';
    else yield* inflate(configuration.gzip) as AsyncIterable<Buffer>;
  }
  yield '}';
}

function inflate(gzip: Buffer): Readable {
  return Readable.from([gzip]).pipe(createGunzip());
}
